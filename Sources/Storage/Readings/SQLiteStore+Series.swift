package import Allergens
package import Forecasting
import GRDB
package import Observations

extension SQLiteStore {
    /// The daily values of an allergen at each station, in four bytes for each day from a station's first to
    /// its last.
    package func series(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: DailySeries] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await pool.read { database in
            var series: [Int64: DailySeries] = [:]
            let rows = try Self.seriesRequest(code: code, days: days).fetchCursor(database)
            while let row = try rows.next() {
                let day = CivilDate(daysSinceEpoch: row[1])
                series[row[0], default: DailySeries()].note(row[2], on: day)
            }
            var named: [Station.ID: DailySeries] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT number, id FROM station") {
                guard let found = series[row[0]], let station = Station.ID(rawValue: row[1]) else { continue }
                named[station] = found
            }
            return named
        }
    }

    static func seriesRequest(code: Int, days: ClosedRange<CivilDate>) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT station, day, value FROM reading
                WHERE allergen = \(code) AND quality < 2
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """, cached: true)
    }
}
