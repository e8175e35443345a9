package import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A process that a test starts, and how it ended.
///
/// Foundation's own is not used: started by many threads at once, it now and then crashes, or misses an end.
package final class ChildProcess: Sendable {
    private final class End: Sendable {
        let status = Mutex<Result<Int32, any Error>?>(nil)
    }

    private let end: End
    package let identifier: Int32

    private init(_ identifier: Int32, _ end: End) {
        self.identifier = identifier
        self.end = end
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its file.
    ///   - arguments: What follows its name.
    ///   - environment: Its whole environment; `nil` is that of the tests.
    ///   - folder: Where it runs.
    ///   - input: What it reads, `nil` for nothing.
    ///   - output: Where it prints, `nil` for nowhere.
    ///   - errors: Where it prints complaints, `nil` for nowhere.
    /// - Returns: The process, which runs.
    /// - Throws: When it cannot be started.
    package static func start(
        _ program: URL, _ arguments: [String], environment: [String: String]? = nil, in folder: URL? = nil,
        input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
    ) async throws -> ChildProcess {
        let command = Configuration(
            executable: .path(FilePath(program.path)), arguments: Arguments(arguments),
            environment: try environment.map { .custom(try named($0)) } ?? .inherit,
            workingDirectory: folder.map { FilePath($0.path) })
        let end = End()
        let identifier = try await withCheckedThrowingContinuation { continuation in
            Task {
                var isRunning = false
                do {
                    let result = try await Subprocess.run(
                        command,
                        input: .fileDescriptor(descriptor(input), closeAfterSpawningProcess: input == nil),
                        output: .fileDescriptor(descriptor(output), closeAfterSpawningProcess: output == nil),
                        error: .fileDescriptor(descriptor(errors), closeAfterSpawningProcess: errors == nil)
                    ) { execution in
                        isRunning = true
                        continuation.resume(returning: execution.processIdentifier.value)
                    }
                    end.status.withLock { $0 = .success(result.terminationStatus.number) }
                } catch  where isRunning {
                    end.status.withLock { $0 = .failure(error) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        return ChildProcess(identifier, end)
    }

    private static func named(_ environment: [String: String]) throws -> [Environment.Key: String] {
        let pairs = try environment.map { name, value in
            guard let key = Environment.Key(rawValue: name) else { throw Late("\(name) names no variable") }
            return (key, value)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func descriptor(_ file: FileHandle?) throws -> FileDescriptor {
        guard let file else { return try .open("/dev/null", .readWrite, options: .closeOnExec) }
        return FileDescriptor(rawValue: file.fileDescriptor)
    }

    /// Sends a signal, unless the process has ended.
    package func send(_ signal: Int32) {
        end.status.withLock { if $0 == nil { _ = kill(identifier, signal) } }
    }

    /// Waits for the end; a process that a signal ended has the signal's number as its status.
    package func exitStatus() async throws -> Int32 {
        try await awaited("the program did not end") { try end.status.withLock { try $0?.get() } }
    }

    /// Waits for the end until the limit is over or the task is cancelled, and then kills it.
    private func lateExitStatus(within limit: Duration?) async throws -> Int32 {
        let start = ContinuousClock.now
        do {
            while true {
                if let limit, ContinuousClock.now - start > limit {
                    throw Late("the program did not end within \(limit)")
                }
                if let status = try end.status.withLock({ try $0?.get() }) { return status }
                try await Task.sleep(for: .milliseconds(20))
            }
        } catch {
            send(SIGKILL)
            throw error
        }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: Its file.
    ///   - arguments: What follows its name.
    ///   - folder: Where it runs.
    ///   - limit: How long it may take; `nil` where the limit of the test is enough.
    /// - Returns: Its status, and its output on both streams.
    /// - Throws: ``Late`` when it takes longer, and when it cannot be started.
    @discardableResult
    package static func run(
        _ program: URL, _ arguments: [String], in folder: URL? = nil, within limit: Duration? = nil
    ) async throws -> (status: Int32, output: String) {
        let scratch = try TemporaryFolder()
        // A file rather than a pipe: the output can be larger than a pipe's buffer.
        let log = try scratch.file("log", holding: "")
        let output = try FileHandle(forWritingTo: log)
        let process = try await start(program, arguments, in: folder, output: output, errors: output)
        let status = try await process.lateExitStatus(within: limit)
        return (status, String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }
}

extension TerminationStatus {
    fileprivate var number: Int32 {
        switch self {
        case .exited(let number), .signaled(let number): number
        }
    }
}
