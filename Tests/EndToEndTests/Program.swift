import Foundation

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

        var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The output as JSON.
        var json: JSONValue {
            get throws { try JSONDecoder().decode(JSONValue.self, from: Data(output.utf8)) }
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
        let process = RunningProcess(arguments, environment: environment, folder: folder, file: file)
        let status = try await process.run(
            output: try FileHandle(creating: output), errors: try FileHandle(creating: errors))
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
