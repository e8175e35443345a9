import Foundation
import SampleTesting

/// The built program.
enum Program {
    /// The root of the package, relative to this file.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program, which is built into the folder of the tests.
    static let file: URL = {
        let runner = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        var folder = runner.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            let candidate = folder.appending(path: "breathe")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return root.appending(path: ".build/debug/breathe")
    }()

    /// The results of a run of the program.
    struct Outcome: Sendable {
        let status: Int32
        /// Standard output.
        let output: String
        /// Standard error.
        let errors: String

        var lines: [String] { output.components(separatedBy: "\n").filter { !$0.isEmpty } }
        /// The output as JSON.
        var json: JSONValue {
            get throws { try JSONDecoder().decode(JSONValue.self, from: Data(output.utf8)) }
        }
    }

    /// Starts the program, with only the given environment.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL, file: URL = file,
        output: FileHandle? = nil, errors: FileHandle? = nil
    ) async throws -> ChildProcess {
        // A library loaded before a Swift program may move its environment, which it needs to find its
        // arguments. A shell that turns into the program has already done that.
        let isMoved = environment["LD_PRELOAD"] != nil
        // Converting the basemap takes half a minute in a debug build, and every test starts a new process.
        let withoutBasemap = ["BREATHE_BASEMAP": folder.appending(path: "no-basemap").path]
        return try await ChildProcess.start(
            isMoved ? URL(filePath: "/bin/sh") : file,
            (isMoved ? ["-c", #"exec "$0" "$@""#, file.path] : []) + arguments,
            environment: withoutBasemap.merging(environment) { $1 }, in: folder, output: output,
            errors: errors)
    }

    /// Waits for the end of a process, and kills one that hangs.
    private static func endOrKill(_ process: ChildProcess) async throws -> Int32 {
        do {
            return try await process.exitStatus()
        } catch {
            process.send(SIGKILL)
            throw error
        }
    }

    /// Runs the program to its end, with only the given environment.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL, file: URL = file
    ) async throws -> Outcome {
        // Files rather than pipes: the output can be larger than a pipe's buffer.
        let scratch = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let output = scratch.appending(path: "output")
        let errors = scratch.appending(path: "errors")
        let process = try await start(
            arguments, environment: environment, in: folder, file: file,
            output: try FileHandle(creating: output), errors: try FileHandle(creating: errors))
        let status = try await endOrKill(process)
        return Outcome(
            status: status, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}

extension FileHandle {
    /// A new file, open for writing.
    convenience init(creating file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
