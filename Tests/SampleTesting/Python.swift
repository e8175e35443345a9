package import Foundation

/// Python, with independent implementations of what we write ourselves.
package enum Python {
    /// The interpreter of the environment that `scripts/setup --test` makes.
    package static let interpreter = repository.appending(path: "var/test-tools/bin/python")

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Checks that the environment exists.
    package static func check() throws {
        guard FileManager.default.isExecutableFile(atPath: interpreter.path) else {
            throw Failure(description: "\(interpreter.path) is missing: `scripts/setup --test` makes it")
        }
    }

    /// Runs one of the scripts of this folder to its end.
    ///
    /// - Parameters:
    ///   - script: The name of its file.
    ///   - arguments: Its arguments.
    /// - Returns: Its status, and its output on both streams.
    /// - Throws: When it cannot be started.
    package static func play(
        _ script: String, _ arguments: [String]
    ) async throws -> (status: Int32, output: String) {
        try check()
        let folder = try TemporaryFolder()
        let log = folder.url.appending(path: "log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = interpreter
        process.arguments =
            [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/\(script)").path]
            + arguments
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        (process.standardOutput, process.standardError) = (output, output)
        let status = try await end(of: process)
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    private static func end(of process: Process) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    /// Runs a script to its end, and returns its output.
    package static func run(_ script: String, _ arguments: [String] = [], input: Data) async throws -> Data {
        try check()
        let folder = try TemporaryFolder()
        let (given, taken) = (folder.url.appending(path: "in"), folder.url.appending(path: "out"))
        try input.write(to: given)
        try Data().write(to: taken)
        let process = Process()
        process.executableURL = interpreter
        process.arguments = ["-c", script] + arguments
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: taken)
        let status = try await end(of: process)
        guard status == 0 else { throw Failure(description: "the script ended with \(status)") }
        return try Data(contentsOf: taken)
    }
}
