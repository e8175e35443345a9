import Alerting
import Allergens
import ArgumentParser
import Foundation
import Server
import Storage
import Wording

struct AlertTrace: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Tell who was alerted, and why somebody was not.",
        discussion: """
            The ledger comes first: for each channel how many lines are in which state, then the lines. After it come \
            the fences near the place whose owners were not told, with the reason as it is now.
            """)

    @Argument(help: "The alert's identifier.") var id: String
    @Option(help: "Look for one account only: its lines, and all of its fences.") var account: String?
    @Option(help: "Lines and fences to show, each; 1 to 10000.") var limit = 20
    @Flag(help: "Write it as JSON.") var json = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit lies outside 1…10000") }
        let archive = try common.network().archive
        var owner: Account.ID?
        if let account {
            guard let found = try await archive.account(named: account)
            else { throw Failure("there is no account \(account)") }
            owner = found.id
        }
        let inquiry = AlertInquiry(archive: archive)
        let findings = try await inquiry.findings(
            about: Alert.ID(rawValue: id), account: owner, limit: limit)
        guard let findings else { throw Failure("there is no alert \(id)") }
        if json {
            try print(String(decoding: AlertMessage.encoder.encode(TraceDocument(findings)), as: UTF8.self))
        } else {
            print(TraceText(findings, limit: limit).text)
        }
    }
}

/// What came of an alert, for people.
private struct TraceText {
    let text: String

    init(_ findings: AlertInquiry.Findings, limit: Int) {
        var lines = [Phrasebook(.english).headline(of: findings.alert)]
        lines.append(
            "\(findings.alert.kind.rawValue) \(findings.alert.message.rawValue), sent \(findings.alert.sent)")
        lines.append("")
        lines += findings.tally.map { tally in
            "\(tally.count)\t\(tally.channel?.rawValue ?? "inbox")\t\(tally.state.rawValue)"
                + (tally.reason.map { " (\($0))" } ?? "")
        }
        if findings.tally.isEmpty { lines.append("nobody was alerted") }
        if !findings.lines.isEmpty { lines.append("") }
        lines += findings.lines.map { line in
            "\(line.account)\t\(line.channel?.rawValue ?? "inbox")\t\(line.state.rawValue)"
                + (line.reason.map { " (\($0))" } ?? "")
                + "\t\(line.fences.joined(separator: ", "))\t\(line.updated)"
                + (line.attempts > 0 ? "\t\(line.attempts) attempts" : "")
        }
        if !findings.others.isEmpty { lines += ["", "not alerted:"] }
        lines += findings.others.map { "\($0.account)\t\($0.fence)\t\($0.reason)" }
        if max(findings.lines.count, findings.others.count) == limit {
            lines += ["", "there may be more: --limit \(limit) was reached"]
        }
        text = lines.joined(separator: "\n")
    }
}

/// What came of an alert, for programs.
private struct TraceDocument: Encodable {
    struct Tally: Encodable {
        let channel: String
        let state: DeliveryState
        let reason: String?
        let count: Int
    }

    struct Line: Encodable {
        let account: String
        let channel: String
        let state: DeliveryState
        let reason: String?
        let attempts: Int
        let created: Date
        let updated: Date
        let fences: [String]
    }

    struct Other: Encodable {
        let account: String
        let fence: String
        let reason: String
    }

    let alert: AlertMessage
    let tally: [Tally]
    let ledger: [Line]
    let notAlerted: [Other]

    init(_ findings: AlertInquiry.Findings) {
        alert = Phrasebook(.english).message(findings.alert, concern: nil)
        tally = findings.tally.map {
            Tally(
                channel: $0.channel?.rawValue ?? "inbox", state: $0.state, reason: $0.reason, count: $0.count)
        }
        ledger = findings.lines.map {
            Line(
                account: $0.account, channel: $0.channel?.rawValue ?? "inbox", state: $0.state,
                reason: $0.reason,
                attempts: $0.attempts, created: $0.created, updated: $0.updated, fences: $0.fences)
        }
        notAlerted = findings.others.map { Other(account: $0.account, fence: $0.fence, reason: $0.reason) }
    }
}
