import ArgumentParser
import Foundation
import HTTP
import Server

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file (default: breathe.sqlite).", valueName: "file"))
    var database: String?

    @Option(help: ArgumentHelp("A PostgreSQL database in place of the file.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The folder that holds tiles and stations.", valueName: "folder"))
    var resources: String?

    /// Returns the configuration, overridden by the flags of a command.
    func configuration(
        _ flags: [ServerConfiguration.Key: String?] = [:]
    ) throws -> ServerConfiguration {
        var flags = flags.compactMapValues(\.self)
        flags[.database] = database
        if let store { flags[.store] = store }
        flags[.resources] = resources
        do {
            return try ServerConfiguration(flags: flags, file: config.map { URL(filePath: $0) })
        } catch let mistake as ConfigurationMistake {
            throw Failure(mistake.description)
        }
    }

    func network() async throws -> Network { try await Network.open(configuration()) }
}

/// Why a command failed, in one sentence.
///
/// The program then exits with status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The exit status of a command that succeeded although part of its input was rejected.
extension ExitCode {
    static let incomplete = ExitCode(2)
}

/// Output for people and programs.
enum Output {
    /// Writes a line to standard error: progress, hints and complaints.
    ///
    /// A line that cannot be written is lost: a log on a full disk must not end the program.
    static func note(_ text: String) { show(text + "\n") }

    /// Writes a text to standard error as it is.
    static func show(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes a JSON result for programs.
    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

/// A progress line, shown only on a terminal.
final class ProgressLine {
    /// The width of the bar in characters.
    ///
    /// It fits into the 80 columns of a terminal together with a name.
    private static let width = 30

    private let isShown = isatty(STDERR_FILENO) == 1
    private var shown = -1

    /// Shows the completed fraction, 0…1.
    func show(_ what: String, share: Double) {
        let percent = min(max(Int(share * 100), 0), 100)
        guard isShown, percent != shown else { return }
        shown = percent
        let full = percent * Self.width / 100
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
        Output.show("\r\u{1B}[K\(what) \(bar) \(percent) %")
    }

    /// Removes the line.
    func end() {
        guard isShown, shown >= 0 else { return }
        Output.show("\r\u{1B}[K")
    }
}
