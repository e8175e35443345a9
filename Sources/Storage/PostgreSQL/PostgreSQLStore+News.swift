package import Alerts
package import People

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
        try await readRows { [taxonomy, cipher] runner in
            let newest = try runner.newestLine()
            guard newest > last, !accounts.isEmpty
            else { return LedgerNews(lines: [], alerts: [], last: max(last, newest)) }
            var reader = NewsReader(runner, cipher, taxonomy: taxonomy)
            var reached = last
            while reader.lines.count < limit {
                let rows = try runner.rows(
                    Self.newLines(of: accounts, after: reached, limit: limit))
                for row in rows where reader.lines.count < limit {
                    reached = try row["id"]
                    let account: Int64 = try row["account"]
                    guard accounts.contains(Account.ID(rawValue: account)) else { continue }
                    try reader.read(
                        NewsReader.Line(
                            id: reached, account: account, alert: try row["alert"], fences: try row["fences"],
                            nearness: try row["nearness"]))
                }
                guard rows.count == limit else { break }
            }
            let isWhole = reader.lines.count < limit
            return LedgerNews(
                lines: reader.lines, alerts: reader.alerts, experts: reader.experts,
                last: isWhole ? newest : reader.lines.last?.id ?? newest)
        }
    }

    /// Finds the new lines of these accounts, or of all when there are many.
    private static func newLines(of accounts: Set<Account.ID>, after last: Int64, limit: Int) -> Query {
        let listeners: Query =
            accounts.count <= mostListeners
            ? "AND \(.isOne(ofNumbers: accounts.map(\.rawValue).sorted(), "account"))" : ""
        return """
            SELECT id, account, alert, fences, nearness FROM delivery
            WHERE id > \(last) AND \(NewsReader.disturbs) \(listeners) ORDER BY id LIMIT \(limit)
            """
    }
}
