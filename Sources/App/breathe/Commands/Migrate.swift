import ArgumentParser
import Foundation
import Sealing
import Server
import Storage
import Synchronization

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move everything from a database file into PostgreSQL.",
        discussion: """
            Stop the service first. The file is checked, its schema brought up to date, and everything copied into an \
            empty database that --store or the setting store names. Then all rows are read back and compared. The file \
            stays, and its keys are used from then on as before.

            If it is interrupted, run it again: it goes on where it stopped. Until then no service and no command works \
            on the PostgreSQL database.
            """)

    @Option(help: ArgumentHelp("The database file.", valueName: "file"), completion: .file()) var from: String
    @Flag(help: "Write the report as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let configuration = try common.configuration()
        let moving = try Moving(URL(filePath: from), configuration)
        let report = try await Self.move(moving)
        remind(of: moving.keyFile, configuration)
        if let before = report.wasMoved {
            Output.note("\(from) was moved on \(before.ISO8601Format()) already, and nothing was done")
        }
        if json { return try Output.json(MovedTables(report)) }
        print("| table | rows | checksum |\n|---|---|---|")
        for table in report.tables {
            print("| \(table.name) | \(table.digest.rows) | \(table.digest.checksum.prefix(16)) |")
        }
    }

    private static func move(_ moving: Moving) async throws -> MoveReport {
        let line = Mutex(ProgressLine())
        defer { line.withLock { $0.end() } }
        return try await moving.run(at: Date()) { progress in
            line.withLock { $0.show(progress.words, share: progress.share) }
        }
    }

    /// Says where the keys are, when a service with these settings would not find them.
    private func remind(of keys: URL?, _ configuration: ServerConfiguration) {
        guard let keys, configuration.usedKeyFile?.url.path != keys.path else { return }
        Output.note(
            """
            the keys are in \(keys.path): give the service --database \(from) beside --store, so that it finds them and \
            the key of Web Push
            """)
    }
}

extension MoveProgress {
    fileprivate var words: String {
        switch stage {
        case .counting: "reading the file"
        case .copying, .keeping: "copying"
        case .comparing: "comparing"
        }
    }
}

/// The report for programs.
private struct MovedTables: Encodable {
    struct Table: Encodable {
        let name: String
        let rows: Int
        let checksum: String
    }

    let tables: [Table]
    let wentOn: Bool
    let wasMoved: Date?

    init(_ report: MoveReport) {
        tables = report.tables.map {
            Table(name: $0.name, rows: $0.digest.rows, checksum: $0.digest.checksum)
        }
        (wentOn, wasMoved) = (report.wentOn, report.wasMoved)
    }
}
