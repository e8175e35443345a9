import ArgumentParser
import Foundation
import Server

/// What every act takes.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file (default: breathe.sqlite).", valueName: "file"))
    var database: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The folder that holds tiles and stations.", valueName: "folder"))
    var resources: String?

    /// The configuration, with the flags of an act on top.
    func configuration(
        _ flags: [ServerConfiguration.Key: String?] = [:]
    ) throws -> ServerConfiguration {
        var flags = flags.compactMapValues(\.self)
        flags[.database] = database
        flags[.resources] = resources
        do {
            return try ServerConfiguration(flags: flags, file: config.map { URL(filePath: $0) })
        } catch let mistake as ConfigurationMistake {
            throw Failure(mistake.description)
        }
    }

    func network() throws -> Network { try Network(configuration()) }
}

/// Why an act failed, in one sentence; the program then ends with status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The status of an act that is done although something in its input was turned away.
extension ExitCode {
    static let incomplete = ExitCode(2)
}

/// Writing for people and programs.
enum Output {
    /// Writes a line that is no answer: progress, hints, complaints.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Writes an answer for a program.
    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

/// A line that shows how far an act is; written on a terminal only.
final class ProgressLine {
    /// The bar's letters: it and a name fit into the 80 columns of a terminal.
    private static let width = 30

    private let isShown = isatty(STDERR_FILENO) == 1
    private var shown = -1

    /// Shows how much is done, 0…1.
    func show(_ what: String, share: Double) {
        let percent = min(max(Int(share * 100), 0), 100)
        guard isShown, percent != shown else { return }
        shown = percent
        let full = percent * Self.width / 100
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
        FileHandle.standardError.write(Data("\r\u{1B}[K\(what) \(bar) \(percent) %".utf8))
    }

    /// Takes the line away.
    func end() {
        guard isShown, shown >= 0 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
