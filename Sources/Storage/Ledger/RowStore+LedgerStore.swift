package import Alerts
import Allergens
import Foundation
package import People
import Sealing

extension RowStore {
    /// The inbox entries of an account with numbers above `last`, in order, at most `limit`.
    package func entries(
        of account: Account.ID, after last: Int64, limit: Int
    ) async throws -> [LedgerEntry] {
        try await readRows { [taxonomy, cipher] runner in
            let concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
            return try runner.rows(AlertRow.inbox(of: account, .after(last), limit: limit)).map { row in
                try LedgerEntry(row: row, account: account, concerns, taxonomy: taxonomy)
            }
        }
    }

    /// The number of the newest line of the ledger; 0 when it is empty.
    package func lastEntry() async throws -> Int64 {
        try await readRows { runner in
            try runner.newestLine()
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
        try await readRows { [taxonomy, cipher] runner in
            let concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
            let rows = try runner.rows(
                """
                SELECT id, alert, account, channel, state, fences, nearness
                FROM delivery WHERE id > \(last) ORDER BY id LIMIT \(limit)
                """)
            try concerns.prepare(for: rows)
            var alerts: [Int64: Alert] = [:]
            var entries: [LedgerEntry] = []
            var reached = last
            for row in rows {
                reached = try row["id"]
                guard try row["channel"] as Int64 == 0,
                    try row["state"] as String == DeliveryState.delivered.rawValue
                else { continue }
                let number: Int64 = try row["alert"]
                let alert =
                    try alerts[number] ?? runner.alert(numbered: number, taxonomy: taxonomy, cipher.keys)
                alerts[number] = alert
                entries.append(
                    LedgerEntry(
                        id: reached, account: Account.ID(rawValue: try row["account"]), alert: alert,
                        concern: try concerns.concern(row, of: try row["account"])))
            }
            return (entries, reached)
        }
    }
}

extension QueryRunner {
    /// The number of the newest line that the ledger had; 0 when there was none.
    ///
    /// PostgreSQL notes it in a row, so that a plan from the ledger's first minutes does not read all lines.
    func newestLine() throws -> Int64 {
        let query: Query =
            "SELECT \(sqlite: "max(id) FROM delivery", postgreSQL: "number FROM ledgerHead")"
        return try value(query, as: Int64?.self).flatMap(\.self) ?? 0
    }

    /// The alert of a line of the ledger.
    func alert(numbered number: Int64, taxonomy: Taxonomy, _ keys: KeyRing) throws -> Alert {
        let row = try row(
            "SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.number = \(number)")
        guard let row else { throw LostAlert(number: number) }
        return try Alert(row: row, taxonomy: taxonomy, keys)
    }

    /// Those of some alerts that are there.
    func alerts(
        numbered numbers: [Int64], taxonomy: Taxonomy, _ keys: KeyRing
    ) throws -> [(number: Int64, alert: Alert)] {
        let isWanted: Query = "alert.number IN (\(.numbers(numbers)))"
        let found = try rows("SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE \(isWanted)")
        return try found.map { row in
            (try row["alertNumber"], try Alert(row: row, taxonomy: taxonomy, keys))
        }
    }
}

/// The ledger names an alert that is not there.
struct LostAlert: Error, CustomStringConvertible {
    let number: Int64

    var description: String { "the ledger names alert \(number), which is not there" }
}
