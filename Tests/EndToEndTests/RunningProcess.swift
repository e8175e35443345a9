import Foundation
import SampleTesting
import Synchronization

/// A process of the program, and how it ended.
final class RunningProcess: Sendable {
    /// Guards the process, because Foundation does not declare it safe to share.
    private let process: Mutex<Process>
    private let exit: AsyncStream<Int32>
    private let status = Mutex<Int32?>(nil)

    init(
        _ arguments: [String], environment: [String: String], folder: URL, file: URL = Program.file
    ) {
        let (exit, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.exit = exit
        let process = Process()
        // A library loaded before a Swift program may move its environment, which it needs to find its
        // arguments. A shell that turns into the program has already done that.
        let isMoved = environment["LD_PRELOAD"] != nil
        process.executableURL = isMoved ? URL(filePath: "/bin/sh") : file
        process.arguments = (isMoved ? ["-c", #"exec "$0" "$@""#, file.path] : []) + arguments
        // Converting the basemap takes half a minute in a debug build, and every test starts a new process.
        let withoutBasemap = ["BREATHE_BASEMAP": folder.appending(path: "no-basemap").path]
        process.environment = withoutBasemap.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        self.process = Mutex(process)
    }

    /// Starts the program with the given outputs.
    func start(output: FileHandle, errors: FileHandle) throws {
        try process.withLock { process in
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }
    }

    /// Starts the program and waits for its end; one that hangs is killed.
    func run(output: FileHandle, errors: FileHandle) async throws -> Int32 {
        try start(output: output, errors: errors)
        do {
            return try await exitStatus()
        } catch {
            send(SIGKILL)
            throw error
        }
    }

    var identifier: Int32 { process.withLock(\.processIdentifier) }

    /// Sends a signal, unless the program has ended.
    func send(_ signal: Int32) {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, signal) }
        }
    }

    /// Waits for the end; a process that a signal ended has the signal's number as its status.
    func exitStatus() async throws -> Int32 {
        if let known = status.withLock({ $0 }) { return known }
        let exit = exit
        let found = try await unlessItHangs("the program did not end") { await exit.first { _ in true } }
        guard let found else { throw Late("the program's end was not seen") }
        status.withLock { $0 = found }
        return found
    }
}
