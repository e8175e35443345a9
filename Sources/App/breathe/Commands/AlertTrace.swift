import Alerting
import Alerts
import ArgumentParser
import Foundation
import HTTP
import People
import Server
import Storage

struct AlertTrace: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Tell who was alerted, and why somebody was not.",
        discussion: """
            The ledger comes first: for each channel how many messages are in which state, then the messages. After it \
            come the fences near the place whose owners were not told, with the reason as it is now. For one account, \
            all of its fences are looked at, and its channels are listed. Whoever is named in the answer can read in \
            their audit log that somebody looked.
            """)

    @Argument(help: "The alert's identifier.") var id: String
    @Option(help: "Look for one account only: its messages, fences and channels.") var account: String?
    @Option(help: "Messages and fences to show, each; 1 to 10000.") var limit = 20
    @Flag(help: "Write it as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit lies outside 1…10000") }
        let store = try common.network().store
        var owner: Account.ID?
        if let account {
            guard let found = try await store.account(named: account)
            else { throw Failure("there is no account \(account)") }
            owner = found.id
        }
        let inquiry = AlertInquiry(store: store)
        let findings = try await inquiry.findings(
            about: Alert.ID(rawValue: id), account: owner, limit: limit)
        guard let findings else { throw Failure("there is no alert \(id)") }
        // The owners of the data can see that they were shown. If that cannot be recorded, nothing is shown.
        try await store.note(
            .traced, of: findings.owners.sorted { $0.rawValue < $1.rawValue }, by: .command,
            object: String(id.prefix(AuditEntry.objectLimit)), at: Date())
        if json {
            try Output.json(TraceDocument(findings))
        } else {
            print(TraceText(findings, account: account, limit: limit).text)
        }
    }
}
