package import Alerts
import Allergens
import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// The inbox entries of an account with numbers above `last`, in order, at most `limit`.
    package func entries(
        of account: Account.ID, after last: Int64, limit: Int
    ) async throws -> [LedgerEntry] {
        try await pool.read { [taxonomy, cipher] database in
            let concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
            return try Self.inboxRequest(of: account, .after(last), limit: limit).fetchAll(database).map {
                row in
                try LedgerEntry(row: row, account: account, concerns, taxonomy: taxonomy)
            }
        }
    }

    /// The number of the newest line of the ledger; 0 when it is empty.
    package func lastEntry() async throws -> Int64 {
        try await pool.read { database in
            try Int64.fetchOne(database, sql: "SELECT max(id) FROM delivery") ?? 0
        }
    }

    /// The new entries of all inboxes that disturb the reader, with numbers above `last`, in order, from at
    /// most `limit` lines.
    ///
    /// An alert that concerns many accounts is read once.
    ///
    /// - Returns: The entries, and the number of the last line read.
    package func newEntries(after last: Int64, limit: Int) async throws -> (
        entries: [LedgerEntry], last: Int64
    ) {
        try await pool.read { [taxonomy, cipher] database in
            let concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT id, alert, account, channel, state, fences, nearness
                    FROM delivery WHERE id > \(last) ORDER BY id LIMIT \(limit)
                    """, cached: true
            ).fetchCursor(database)
            var alerts: [Int64: Alert] = [:]
            var entries: [LedgerEntry] = []
            var reached = last
            while let row = try rows.next() {
                reached = row["id"]
                guard row["channel"] == 0, row["state"] == DeliveryState.delivered.rawValue else { continue }
                let number: Int64 = row["alert"]
                let alert =
                    try alerts[number] ?? Self.alert(numbered: number, taxonomy: taxonomy, in: database)
                alerts[number] = alert
                entries.append(
                    LedgerEntry(
                        id: reached, account: Account.ID(rawValue: row["account"]), alert: alert,
                        concern: try concerns.concern(row, of: row["account"])))
            }
            return (entries, reached)
        }
    }

    static func alert(
        numbered number: Int64, taxonomy: Taxonomy, in database: Database
    ) throws -> Alert {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.number = \(number)
                """
        ).fetchOne(database)
        guard let row else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the ledger names an alert that is not there")
        }
        return try Alert(row: row, taxonomy: taxonomy)
    }
}
