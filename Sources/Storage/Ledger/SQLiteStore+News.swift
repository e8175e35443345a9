package import Alerts
import Allergens
import GRDB
package import People

/// The ledger as live streams follow it.
extension SQLiteStore {
    /// The lines of these accounts' inboxes that disturb the reader, with numbers above `last`, in order, at
    /// most `limit`.
    ///
    /// It reads either the new lines of all accounts or these accounts one by one through the index,
    /// whichever is less: an alert may write tens of thousands of lines, few of them for open streams.
    package func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews
    {
        try await pool.read { [taxonomy, cipher] database in
            let newest = try SQLiteRunner(database).newestLine()
            guard newest > last, !accounts.isEmpty
            else { return LedgerNews(lines: [], alerts: [], last: max(last, newest)) }
            let isScan = Int64(accounts.count) * Self.seekCost >= newest - last
            let request =
                isScan ? Self.newLines(after: last) : Self.newLines(of: accounts, after: last, limit: limit)
            var found: [NewsReader.Line] = []
            let rows = try request.fetchCursor(database)
            while found.count < limit, let row = try rows.next() {
                if isScan, !accounts.contains(Account.ID(rawValue: row[1])) { continue }
                found.append(
                    NewsReader.Line(
                        id: row[0], account: row[1], alert: row[2], fences: row[3], nearness: row[4]))
            }
            var reader = NewsReader(SQLiteRunner(database), cipher, taxonomy: taxonomy)
            try reader.read(found, newest: newest)
            return LedgerNews(
                lines: reader.lines, alerts: reader.alerts, experts: reader.experts,
                last: found.count < limit ? newest : found.last?.id ?? newest)
        }
    }

    /// The number of lines that can be scanned in the time of one account's look-up in the index.
    private static let seekCost: Int64 = 4

    private static let lineColumns: SQL =
        "delivery.id, delivery.account, alert, fences, nearness"

    static func newLines(after last: Int64) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT \(lineColumns) FROM delivery WHERE id > \(last) AND \(NewsReader.disturbs.literal) ORDER BY id
                """, cached: true)
    }

    static func newLines(of accounts: Set<Account.ID>, after last: Int64, limit: Int) -> SQLRequest<Row> {
        let list = "[\(accounts.map { "\($0.rawValue)" }.joined(separator: ","))]"
        return SQLRequest(
            literal: """
                SELECT \(lineColumns)
                FROM json_each(\(list)) AS listener
                CROSS JOIN \(LedgerVolumes.volumes(from: last).literal)
                CROSS JOIN delivery
                WHERE \(LedgerVolumes.isLine(of: "listener.value", after: last).literal) AND \(NewsReader.disturbs.literal)
                ORDER BY delivery.id LIMIT \(limit)
                """, cached: true)
    }
}
