import Alerting
import Allergens
import ArgumentParser
import CLibc
import Feeds
import Foundation
import HTTP
import Observations
import Server

#if canImport(Glibc)
    import Glibc
#endif

struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import files of readings into the database.",
        discussion:
            "Lists rejected rows with line, column, value and reason, and then exits with status 2.")

    @Option(
        help: ArgumentHelp(
            "The definition of the files: a name from stations/feeds, or a path that ends in .json.",
            valueName: "name"))
    var feed: String
    @Flag(help: "Confirm every value, so that none becomes suspect.") var confirm = false
    @Flag(help: "Keep the quality of each value as written by `export`, without checks.")
    var judged = false
    @OptionGroup var asked: AskedOptions
    @Flag(help: "Print the summary as JSON.") var json = false
    @OptionGroup var common: CommonOptions
    @Argument(help: "The files.", completion: .file()) var files: [String]

    /// The page cache in kibibytes.
    ///
    /// Other pages that a batch touches are in the system's cache, which is as fast.
    private static let cache = 8_192

    func run() async throws {
        BackgroundWork.begin()
        let configuration = try common.configuration()
        let definition: FeedDefinition
        do {
            definition = try FeedDefinition.find(feed, in: configuration.feeds)
        } catch let mistake as DefinitionMistake {
            throw Failure(mistake.description)
        } catch {
            throw Failure("\(feed): the definition does not exist or cannot be read")
        }
        guard definition.questions.isEmpty else {
            throw Failure(
                "\(feed): answer the questions of the definition, and remove them:\n"
                    + definition.questions.joined(separator: "\n"))
        }
        let importer = Importer(
            network: try await Network.open(configuration, cache: Self.cache), givesWay: true)
        var reports: [FileReport] = []
        for file in files {
            let report = FileReport(file: file, try await summary(of: file, by: definition, importer))
            if !json { report.show() }
            reports.append(report)
        }
        if json { try Output.json(reports) }
        if reports.contains(where: { $0.rejected > 0 }) { throw ExitCode.incomplete }
    }

    private func summary(
        of file: String, by definition: FeedDefinition, _ importer: Importer
    ) async throws -> IntakeTally {
        let url = URL(filePath: file)
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        else { throw Failure("\(file): the file does not exist or cannot be read") }
        let line = ProgressLine()
        defer { line.end() }
        do {
            return try await importer.importFile(
                url, feed: definition, asked: asked.place(), isConfirmed: confirm, isJudged: judged
            ) { bytes in
                line.show(file, share: Double(bytes) / Double(max(size, 1)))
            }
        } catch let failure as FeedFailure {
            throw Failure("\(file): \(failure.sentence)")
        }
    }
}

/// An import in the background of a server with users.
private enum BackgroundWork {
    /// Lowers the priority, and returns freed blocks of a megabyte or more to the system.
    ///
    /// By default, each freed block raises the allocator's threshold, so that it retains later ones. The
    /// blocks of every batch would then lie scattered between long-lived data: half of a long import's
    /// memory. https://man7.org/linux/man-pages/man3/mallopt.3.html
    static func begin() {
        #if canImport(Glibc)
            // An import occupies both cores of a small machine. Map users should not notice.
            _ = nice(10)
            _ = breathe_map_blocks_from(1 << 20)
        #endif
    }
}

/// The outcome of one file.
private struct FileReport: Encodable {
    let file: String
    let rows: Int
    let accepted: Int
    let replaced: Int
    let unchanged: Int
    /// The number of new stations described by the file.
    let stations: Int
    let missing: Int
    let suspect: Int
    let rejected: Int
    let rejectedRows: [RejectedRow]
    let suspectRows: [SuspectRow]

    init(file: String, _ tally: IntakeTally) {
        self.file = file
        rows = tally.rows
        accepted = tally.accepted
        replaced = tally.replaced
        unchanged = tally.unchanged
        stations = tally.stations
        missing = tally.missing
        rejected = tally.rejectedCount
        rejectedRows = tally.rejected
        suspect = tally.suspectCount
        suspectRows = tally.suspects
    }

    func show() {
        print(
            "\(file): \(rows) rows; accepted \(accepted), replaced \(replaced), unchanged \(unchanged), "
                + "missing \(missing), rejected \(rejected)" + (suspect > 0 ? ", suspect \(suspect)" : "")
                + (stations > 0 ? ", new stations \(stations)" : ""))
        for row in rejectedRows {
            print("  line \(row.line), \(row.column) “\(row.value)”: \(row.rejection.reason)")
        }
        for row in suspectRows {
            print(
                "  line \(row.line), \(row.allergen.rawValue) \(row.period) \(row.value) is suspect: "
                    + row.reasons.joined(separator: "; "))
        }
        if rejected > rejectedRows.count { print("  … and \(rejected - rejectedRows.count) more") }
    }
}
