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
            let newest = try Self.newestLine(in: database)
            guard newest > last, !accounts.isEmpty
            else { return LedgerNews(lines: [], alerts: [], last: max(last, newest)) }
            let isScan = Int64(accounts.count) * Self.seekCost >= newest - last
            let request =
                isScan ? Self.newLines(after: last) : Self.newLines(of: accounts, after: last, limit: limit)
            var reader = NewsReader(database, cipher, taxonomy: taxonomy)
            let rows = try request.fetchCursor(database)
            while reader.lines.count < limit, let row = try rows.next() {
                if isScan, !accounts.contains(Account.ID(rawValue: row[1])) { continue }
                try reader.read(row, in: database)
            }
            let isWhole = reader.lines.count < limit
            return LedgerNews(
                lines: reader.lines, alerts: reader.alerts, experts: reader.experts,
                last: isWhole ? newest : reader.lines.last?.id ?? newest)
        }
    }

    /// The number of lines that can be scanned in the time of one account's look-up in the index.
    private static let seekCost: Int64 = 4

    /// The number of lines above `last` that disturb the reader, and the newest line of all.
    ///
    /// The lines are those in the inboxes of an account and its persons.
    package func missed(
        by account: Account.ID, and persons: [Account.ID] = [], after last: Int64
    ) async throws -> (count: Int, newest: Int64) {
        try await pool.read { database in
            let count = try SQLRequest<Int>(
                literal: """
                    SELECT count(*) FROM delivery
                    WHERE id IN (\(LedgerVolumes.lines(of: account, and: persons, after: last))) AND \(Self.disturbs)
                    """, cached: true
            ).fetchOne(database)
            return (count ?? 0, try Self.newestLine(in: database))
        }
    }

    /// What an account's live stream needs to know when it opens.
    package func reader(_ account: Account.ID) async throws -> LedgerReader {
        try await pool.read { [taxonomy, cipher] database in
            let profile = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database)
            let oldest = try Int64.fetchOne(
                database, SQLRequest(sql: "SELECT min(id) FROM delivery", cached: true))
            return LedgerReader(
                language: profile.language, tone: profile.tone,
                persons: try Self.persons(of: account, cipher, in: database),
                bounds: (oldest ?? 0)...max(oldest ?? 0, try Self.newestLine(in: database)))
        }
    }

    /// The condition that a line is in an inbox and disturbs the reader.
    private static let disturbs: SQL = "channel = 0 AND state = 'delivered'"

    private static let lineColumns: SQL =
        "delivery.id, delivery.account, alert, fences, nearness"

    private static func newestLine(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, SQLRequest(sql: "SELECT max(id) FROM delivery", cached: true)) ?? 0
    }

    static func newLines(after last: Int64) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT \(lineColumns) FROM delivery WHERE id > \(last) AND \(disturbs) ORDER BY id
                """, cached: true)
    }

    static func newLines(of accounts: Set<Account.ID>, after last: Int64, limit: Int) -> SQLRequest<Row> {
        let list = "[\(accounts.map { "\($0.rawValue)" }.joined(separator: ","))]"
        return SQLRequest(
            literal: """
                SELECT \(lineColumns)
                FROM json_each(\(list)) AS listener
                CROSS JOIN \(LedgerVolumes.volumes(from: last))
                CROSS JOIN delivery
                WHERE \(LedgerVolumes.isLine(of: "listener.value", after: last)) AND \(disturbs)
                ORDER BY delivery.id LIMIT \(limit)
                """, cached: true)
    }
}

/// Collects lines, and reads every alert once.
private struct NewsReader {
    private let taxonomy: Taxonomy
    private let concerns: ConcernReader
    var lines: [LedgerNews.Line] = []
    var alerts: [Alert] = []
    /// The names of reporters that are those of experts.
    var experts: Set<String> = []
    private var places: [Int64: Int] = [:]

    init(_ database: Database, _ cipher: RowCipher, taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
    }

    mutating func read(_ row: Row, in database: Database) throws {
        let account: Int64 = row[1]
        let nearness = try concerns.nearness(row[4], of: account)
        lines.append(
            LedgerNews.Line(
                id: row[0], account: Account.ID(rawValue: account),
                alert: try place(of: row[2], in: database),
                fences: try JSONList.encoded(concerns.names(row[3])), distance: nearness.distance,
                crossReaction: nearness.crossReaction))
    }

    private mutating func place(of number: Int64, in database: Database) throws -> Int {
        if let place = places[number] { return place }
        let alert = try SQLiteStore.alert(numbered: number, taxonomy: taxonomy, in: database)
        if let reporter = alert.testimony?.reporter, try SQLiteRunner(database).isExpert(named: reporter) {
            experts.insert(reporter)
        }
        alerts.append(alert)
        places[number] = alerts.count - 1
        return alerts.count - 1
    }
}
