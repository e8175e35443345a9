package import Alerts
import Foundation
package import People
import PostgreSQL

/// The ledger as live streams follow it.
extension PostgreSQLStore {
    /// The most accounts whose lines are looked up one by one.
    private static let mostListeners = 500

    /// The lines of these accounts' inboxes that disturb the reader, with numbers above `last`, in order, at
    /// most `limit`.
    ///
    /// Lines are numbered in the order of their commits, so none can appear below `last` later.
    package func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews
    {
        try await readOnServer { [taxonomy, cipher] runner in
            let newest = try runner.newestLine()
            guard newest > last, !accounts.isEmpty
            else { return LedgerNews(lines: [], alerts: [], last: max(last, newest)) }
            var reader = NewsReader(runner, cipher, taxonomy: taxonomy)
            var reached = last
            while reader.lines.count < limit {
                let query = Self.newLines(of: accounts, after: reached, limit: limit)
                let found = try runner.rows(query) { row throws(PostgreSQLError) in
                    try NewLine(row, for: accounts)
                }
                try reader.prepare(for: found.compactMap(\.own))
                for line in found where reader.lines.count < limit {
                    reached = line.id
                    if let own = line.own { try reader.read(own) }
                }
                guard found.count == limit else { break }
            }
            let isWhole = reader.lines.count < limit
            return LedgerNews(
                lines: reader.lines, alerts: reader.alerts, experts: reader.experts,
                last: isWhole ? newest : reader.lines.last?.id ?? newest)
        }
    }

    /// Finds the new lines of these accounts that disturb, or all new lines when the accounts are many.
    ///
    /// Of all lines those that disturb are not asked for: the index of inboxes, which is not in the order of the
    /// lines, would be read whole.
    private static func newLines(of accounts: Set<Account.ID>, after last: Int64, limit: Int) -> Query {
        let condition: Query =
            accounts.count <= mostListeners
            ? """
            AND \(NewsReader.disturbs) AND \(.isOne(ofNumbers: accounts.map(\.rawValue).sorted(), "account"))
            """ : ""
        return """
            SELECT id, account, alert, fences, nearness, \(NewsReader.disturbs) AS disturbs FROM delivery
            WHERE id > \(last) \(condition) ORDER BY id LIMIT \(limit)
            """
    }
}

/// A new line of the ledger, which is read on when it disturbs a listener.
private struct NewLine {
    let id: Int64
    let own: NewsReader.Line?

    init(_ row: PostgreSQLRow, for accounts: Set<Account.ID>) throws(PostgreSQLError) {
        id = try row[0]
        let account: Int64 = try row[1]
        guard try row[5], accounts.contains(Account.ID(rawValue: account)) else {
            own = nil
            return
        }
        let nearness: [UInt8]? = try row[4]
        own = NewsReader.Line(
            id: id, account: account, alert: try row[2], fences: try row[3],
            nearness: nearness.map { Data($0) })
    }
}
