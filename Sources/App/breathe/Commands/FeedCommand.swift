import ArgumentParser
import Feeds
import Foundation
import HTTP
import Observations
import Server

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "List, draft, check and fetch feeds, and show their status.",
        subcommands: [List.self, FeedDraftCommand.self, Check.self, FeedPull.self, FeedStatus.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the defined feeds.")

        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let name: String
            let title: String
            let source: String
            let licence: String
            let attribution: String?
            let form: String
            let stations: Int
            let regions: Int
        }

        func run() async throws {
            let folder = try common.configuration().feeds
            let rows = try FeedDefinition.names(in: folder).map { name in
                do {
                    let feed = try FeedDefinition.named(name, in: folder)
                    return Row(
                        name: name, title: feed.title, source: feed.source, licence: feed.licence,
                        attribution: feed.attribution, form: feed.form, stations: feed.stations.count,
                        regions: feed.regions.count)
                } catch let mistake as DefinitionMistake {
                    throw Failure("\(mistake.description); `breathe feed check` lists all mistakes")
                }
            }
            if json { return try Output.json(rows) }
            let width = rows.map(\.name.count).max() ?? 0
            for row in rows {
                print("\(row.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(row.title)")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a definition, and show how it reads a sample.",
            discussion: """
                Lists every mistake with its place in the definition and what is allowed there. With a \
                sample, it also shows the first stations, readings, classes and rejected rows; nothing is \
                stored. Exit status 1: the definition is wrong or the sample cannot be read; 2: it has \
                rejected rows.
                """)

        @Argument(help: "The definition.", completion: .file(extensions: ["json"])) var file: String
        @Option(help: "A file from the source.", completion: .file()) var sample: String?
        @Option(help: "The number of entries of each kind to show, 1…1000.") var entries = 10
        @OptionGroup var asked: AskedOptions
        @Flag(help: "Print the findings as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard (1...1_000).contains(entries) else { throw ValidationError("--entries must be in 1…1000") }
            let configuration = try common.configuration()
            let inspection = FeedInspection(
                definition: URL(filePath: file), sample: sample.map { URL(filePath: $0) },
                feeds: configuration.feeds, asked: try asked.place(),
                stations: try await knownStations(configuration), limit: entries)
            let findings = try inspection.findings(now: Date())
            if json { try Output.json(findings) } else { findings.show() }
            if findings.failed { throw ExitCode.failure }
            if findings.rejected > 0 { throw ExitCode.incomplete }
        }

        /// Returns the stations of the database, if it exists.
        ///
        /// A check does not create it.
        private func knownStations(_ configuration: ServerConfiguration) async throws -> [Station] {
            guard configuration.hasDatabase else { return [] }
            return try await Network.open(configuration).store.stations()
        }
    }
}
