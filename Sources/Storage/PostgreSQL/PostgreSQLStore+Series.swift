package import Allergens
package import Forecasting
package import Observations

extension PostgreSQLStore {
    /// The daily values of an allergen at each station, in four bytes for each day from a station's first to
    /// its last.
    package func series(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: DailySeries] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await readRows { runner in
            var series: [Int64: DailySeries] = [:]
            try runner.forEachRow(
                """
                SELECT station, day, value FROM reading
                WHERE allergen = \(code) AND quality < 2
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """
            ) { row in
                let day = CivilDate(daysSinceEpoch: try row[1])
                series[try row[0], default: DailySeries()].note(try row[2], on: day)
            }
            var named: [Station.ID: DailySeries] = [:]
            for row in try runner.rows("SELECT number, id FROM station") {
                guard let found = series[try row[0]], let station = Station.ID(rawValue: try row[1])
                else { continue }
                named[station] = found
            }
            return named
        }
    }
}
