package import Allergens
import GRDB

/// How much a store holds.
package struct StoreCounts: Hashable, Sendable {
    package let stations: Int
    /// Days with a value, over all stations and allergens.
    package let readings: Int
    /// Accounts of subscribers, without the persons in their care.
    package let accounts: Int
    package let reports: Int
    /// The newest day with a reading.
    package let newest: CivilDate?
}

extension SQLiteStore {
    /// Counts what the store holds; it reads every row of the largest table.
    package func counts() async throws -> StoreCounts {
        try await pool.read { database in
            func count(_ rows: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)") ?? 0
            }
            return StoreCounts(
                stations: try count("station"), readings: try count("reading"),
                accounts: try count("account WHERE guardian IS NULL"), reports: try count("report"),
                newest: try Int.fetchOne(database, sql: "SELECT max(day) FROM reading")
                    .map(CivilDate.init(daysSinceEpoch:)))
        }
    }
}
