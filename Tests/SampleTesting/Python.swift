package import Foundation

/// Python, with independent implementations of what we write ourselves.
package enum Python {
    /// The interpreter of the environment that `scripts/setup --test` makes.
    package static let interpreter = repository.appending(path: "var/test-tools/bin/python")

    /// Three scripts with their browsers and servers keep two cores busy; more of them only make each other late.
    private static let turns = Turns(3)

    /// How long a script may take from its turn on.
    private static let limit = Duration.seconds(20 * 60)

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Checks that the environment exists.
    package static func check() throws {
        guard FileManager.default.isExecutableFile(atPath: interpreter.path) else {
            throw Failure(description: "\(interpreter.path) is missing: `scripts/setup --test` makes it")
        }
    }

    /// Runs one of the scripts of this folder to its end, when its turn comes.
    ///
    /// - Parameters:
    ///   - script: The name of its file.
    ///   - arguments: Its arguments.
    /// - Returns: Its status, and its output on both streams.
    /// - Throws: ``Late`` when it takes longer than 20 minutes, and when it cannot be started.
    package static func play(
        _ script: String, _ arguments: [String]
    ) async throws -> (status: Int32, output: String) {
        try check()
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/\(script)")
        return try await turns.run {
            try await ChildProcess.run(interpreter, [file.path] + arguments, within: limit)
        }
    }

    /// Runs a script to its end, and returns its output.
    package static func run(_ script: String, _ arguments: [String] = [], input: Data) async throws -> Data {
        try check()
        let folder = try TemporaryFolder()
        let (given, taken) = (folder.url.appending(path: "in"), folder.url.appending(path: "out"))
        try input.write(to: given)
        try Data().write(to: taken)
        let process = try await ChildProcess.start(
            interpreter, ["-c", script] + arguments, input: FileHandle(forReadingFrom: given),
            output: FileHandle(forWritingTo: taken))
        let status = try await process.exitStatus()
        guard status == 0 else { throw Failure(description: "the script ended with \(status)") }
        return try Data(contentsOf: taken)
    }
}
