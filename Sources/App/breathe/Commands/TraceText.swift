import Alerting
import Alerts
import Foundation
import Localisation
import People

/// The trace of an alert, for people.
struct TraceText {
    let text: String

    init(_ findings: AlertInquiry.Findings, account: String?, limit: Int) {
        var blocks = [Self.head(of: findings.alert)]
        blocks.append(
            findings.tally.isEmpty
                ? "nobody was alerted" : Self.block("all messages", findings.tally.map(Self.row(of:))))
        blocks.append(Self.block("alerted", findings.lines.map(Self.row(of:))))
        blocks.append(Self.block("not alerted", findings.others.map { [$0.account, $0.fence, $0.reason] }))
        if let account { blocks += Self.ownBlocks(account, findings) }
        if max(findings.lines.count, findings.others.count) == limit {
            blocks.append("there may be more: the output was cut at --limit \(limit)")
        }
        text = blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func head(of alert: Alert) -> String {
        var facts = [
            "\(alert.kind.rawValue) \(alert.message.rawValue)", "sent \(alert.sent.formatted(.iso8601))",
            "expires \(alert.expires.formatted(.iso8601))",
        ]
        if let ended = alert.ended { facts.append("ended \(ended.formatted(.iso8601))") }
        return MessageCatalogue(.english).headline(of: alert) + "\n" + facts.joined(separator: ", ")
    }

    /// Returns the details of an account other than its messages and fences.
    private static func ownBlocks(_ account: String, _ findings: AlertInquiry.Findings) -> [String] {
        var blocks: [String] = []
        if findings.lines.isEmpty, findings.others.isEmpty {
            blocks.append("\(account) was not alerted: it has no fence")
        }
        let rows = findings.channels.map { channel in
            [
                channel.target.kind.rawValue, channel.state.rawValue, channel.rhythm.rawValue,
                channel.failure ?? "",
            ]
        }
        blocks.append(rows.isEmpty ? "\(account) has no channel but the inbox" : block("channels now", rows))
        return blocks
    }

    private static func row(of tally: LedgerTally) -> [String] {
        ["\(tally.count)", name(tally.channel), state(tally.state, tally.reason)]
    }

    private static func row(of line: LedgerLine) -> [String] {
        var course: [String] = []
        if line.attempts > 0 { course.append(line.attempts == 1 ? "1 attempt" : "\(line.attempts) attempts") }
        if let due = line.due { course.append("due \(due.formatted(.iso8601))") }
        return [
            line.account, name(line.channel), state(line.state, line.reason),
            line.updated.formatted(.iso8601),
            line.fences.joined(separator: ", "), course.joined(separator: ", "),
        ]
    }

    private static func name(_ channel: Channel.Kind?) -> String { channel?.rawValue ?? "inbox" }

    private static func state(_ state: DeliveryState, _ reason: String?) -> String {
        state.rawValue + (reason.map { " (\($0))" } ?? "")
    }

    /// Returns a title and rows with aligned columns, or an empty text if there are no rows.
    private static func block(_ title: String, _ rows: [[String]]) -> String {
        guard let columns = rows.first?.indices else { return "" }
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            return "  " + cells.joined(separator: "  ").trimmingSuffix(while: \.isWhitespace)
        }
        return ([title + ":"] + lines).joined(separator: "\n")
    }
}

extension String {
    /// Returns the text without trailing characters of a kind.
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        guard let last = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return String(self[...last])
    }
}
