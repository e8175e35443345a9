import ArgumentParser
import Feeds
import Foundation
import HTTP
import Observations
import Pulling
import Server

struct FeedStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of the fetched feeds.",
        discussion: """
            Shows the feeds in the setting `feeds`, or those given by --feed. Exits with status 2 if one of \
            them has a problem.
            """)

    @Option(help: "A feed to show; may be repeated (default: the setting feeds).") var feed: [String] = []
    @Flag(help: "Print it as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let names = feed.isEmpty ? nil : feed.joined(separator: ",")
        let configuration = try common.configuration([.pulledFeeds: names])
        let overview: FeedOverview
        do {
            overview = try FeedServices.overview(
                configuration, network: await Network.open(configuration))
        } catch let mistake as DefinitionMistake {
            throw Failure(mistake.description)
        } catch let mistake as ConfigurationMistake {
            throw Failure(mistake.description)
        }
        var reports: [StatusReport] = []
        for (feed, health) in zip(overview.feeds, try await overview.health()) {
            reports.append(
                StatusReport(
                    feed, health, try await overview.records(of: feed), try await overview.calls(of: feed)))
        }
        if json { try Output.json(reports) } else { reports.forEach { $0.show() } }
        if reports.isEmpty, !json { Output.note("no feeds are fetched: the setting `feeds` is empty") }
        if reports.contains(where: { $0.isBad }) { throw ExitCode.incomplete }
    }
}

/// The health of one feed, with details for its operator only.
private struct StatusReport: Encodable {
    struct Address: Encodable {
        let address: String
        let lastAttempt: Date?
        let lastSuccess: Date?
        let lastChange: Date?
        let nextAttempt: Date?
        let failures: Int
        let error: String?
        let detail: String?
        let rejectedRows: Int
    }

    let name: String
    let title: String
    let state: String
    let missingVariables: [String]
    let callsToday: Int
    let callsPerDay: Int?
    let nextAttempt: Date?
    let addresses: [Address]

    init(
        _ feed: PulledFeed, _ health: FeedHealth, _ records: [PullRecord], _ calls: (sent: Int, limit: Int?)
    ) {
        (name, title, state) = (health.name, health.title, health.state.rawValue)
        missingVariables = feed.missingVariables
        (callsToday, callsPerDay) = calls
        nextAttempt = health.nextAttempt
        addresses = records.map {
            Address(
                address: $0.target, lastAttempt: $0.lastAttempt, lastSuccess: $0.lastSuccess,
                lastChange: $0.lastChange, nextAttempt: $0.nextAttempt, failures: $0.failures,
                error: $0.fault?.rawValue, detail: $0.detail, rejectedRows: $0.rejectedRows)
        }
    }

    var isBad: Bool { state != FeedHealth.State.ok.rawValue && state != FeedHealth.State.pending.rawValue }

    func show() {
        let budget = callsPerDay.map { " of \($0)" } ?? ""
        print("\(name)  \(state)  \(title)")
        let isDisabled = state == FeedHealth.State.disabled.rawValue
        let next = nextAttempt.map(text) ?? (isDisabled ? "never" : "when the service runs")
        print("  requests today: \(callsToday)\(budget); next: \(next)")
        if !missingVariables.isEmpty {
            print("  missing environment variables: \(missingVariables.joined(separator: ", "))")
        }
        for address in addresses {
            let name = address.address.isEmpty ? "the only address" : address.address
            print("  \(name): last success \(text(address.lastSuccess))", terminator: "")
            if let error = address.error.flatMap(FeedFault.init(rawValue:)) {
                let detail = address.detail.map { " (\($0))" } ?? ""
                print(", \(address.failures) failures: \(error.sentence)\(detail)", terminator: "")
            }
            print(address.rejectedRows > 0 ? ", \(address.rejectedRows) rows rejected" : "")
        }
    }

    private func text(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "never" }
}
