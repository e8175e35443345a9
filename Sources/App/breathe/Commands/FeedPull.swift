import ArgumentParser
import Feeds
import Foundation
import HTTP
import Observations
import Pulling
import Server

struct FeedPull: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Fetch a feed now, whether it is due or not.",
        discussion: """
            Requests every URL of the feed once. The provider's daily limit and the pauses between requests \
            are respected. If the provider has asked for a pause, the feed is not fetched before it ends, \
            unless --force is given. Exits with status 2 if a URL failed or rows were rejected.
            """)

    @Argument(help: "The feed's name, from stations/feeds.") var name: String
    @Flag(help: "Fetch even if the provider has asked for a pause.") var force = false
    @Flag(help: "Print the result of each URL as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let configuration = try common.configuration()
        let feed = try Self.feed(name, configuration)
        guard feed.missingVariables.isEmpty else {
            let names = feed.missingVariables.joined(separator: ", ")
            throw Failure("the feed \(name) needs the environment variables \(names)")
        }
        var reports: [PullReport] = []
        do {
            try await FeedServices.pull(
                feed, configuration, network: await Network.open(configuration), isForced: force
            ) { target, outcome in
                let report = PullReport(target: target, outcome)
                if !json { print(report.line) }
                reports.append(report)
            }
        } catch let pause as ProviderPause {
            throw Failure(
                "the provider of \(name) has asked for a pause until \(pause.until.formatted(.iso8601)); "
                    + "--force fetches anyway")
        }
        if json { try Output.json(reports) }
        if reports.contains(where: { $0.error != nil || $0.rejected ?? 0 > 0 }) { throw ExitCode.incomplete }
    }

    static func feed(_ name: String, _ configuration: ServerConfiguration) throws -> PulledFeed {
        do {
            return try PulledFeed.named(name, configuration)
        } catch let mistake as DefinitionMistake {
            throw Failure(mistake.description)
        } catch let mistake as ConfigurationMistake {
            throw Failure(mistake.description)
        }
    }
}

/// The outcome of one request.
private struct PullReport: Encodable {
    let address: String
    let rows: Int?
    let accepted: Int?
    let replaced: Int?
    let unchanged: Int?
    let missing: Int?
    let rejected: Int?
    let suspect: Int?
    let error: String?
    let detail: String?

    init(target: String, _ outcome: FeedPuller.Outcome) {
        address = target
        let tally = outcome.tally
        (rows, accepted, replaced) = (tally?.rows, tally?.accepted, tally?.replaced)
        (unchanged, missing, rejected) = (tally?.unchanged, tally?.missing, tally?.rejectedCount)
        suspect = tally?.suspectCount
        error = outcome.record.fault?.rawValue
        detail = outcome.record.detail
    }

    var line: String {
        let name = address.isEmpty ? "" : "\(address): "
        if let error, let fault = FeedFault(rawValue: error) {
            return name + fault.sentence + (detail.map { " (\($0))" } ?? "")
        }
        guard let rows, let accepted, let replaced, let unchanged, let missing, let rejected,
            let suspect
        else { return name + "nothing has changed" }
        return name + "\(rows) rows; accepted \(accepted), replaced \(replaced), unchanged \(unchanged), "
            + "missing \(missing), rejected \(rejected)" + (suspect > 0 ? ", suspect \(suspect)" : "")
    }
}
