import API
import Alerting
import Alerts
import ArgumentParser
import Foundation
import HTTP
import People
import Server

struct AlertTrace: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Show who was alerted, and why others were not.",
        discussion: """
            Prints the ledger first: the number of messages by channel and state, then the messages. Then \
            follow the fences near the place whose owners were not notified, with the current reason. For a \
            single account, all of its fences are checked and its channels are listed. The audit log of \
            every account in the output records the access.
            """)

    @Argument(help: "The alert's identifier.") var id: String
    @Option(help: "Show only one account: its messages, fences and channels.") var account: String?
    @Option(help: "The number of messages and of fences to show, 1 to 10000.") var limit = 20
    @Flag(help: "Print it as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be in 1…10000") }
        let store = try await common.network().store
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
