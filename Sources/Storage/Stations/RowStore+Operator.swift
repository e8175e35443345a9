package import Allergens
import Foundation
package import Observations

extension RowStore {
    /// A station's notes about days, in order.
    package func notes(
        of station: Station.ID, days: ClosedRange<CivilDate>
    ) async throws -> [StationNote] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT day, text FROM stationNote
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """
            ).compactMap {
                StationNote(
                    station: station, day: CivilDate(daysSinceEpoch: try $0["day"]), text: try $0["text"])
            }
        }
    }

    /// The forecasts for a station, by day and allergen: its own, and where it gives none for a day, the
    /// modelled one with its interval.
    package func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet? = nil
    ) async throws -> [StationForecast] {
        try await readRows { [taxonomy] runner in
            try runner.rows(
                """
                SELECT allergen, day, value, coalesce(issued, received) AS issued, NULL AS low, NULL AS high
                FROM forecast
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                UNION ALL
                SELECT allergen, day, value, issued, low, high FROM modelledForecast AS modelled
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                    AND NOT EXISTS (
                        SELECT 1 FROM forecast AS own
                        WHERE own.allergen = modelled.allergen AND own.day = modelled.day
                            AND own.station = modelled.station)
                ORDER BY day, allergen
                """
            ).compactMap { row in
                let code: Int = try row["allergen"]
                guard let allergen = taxonomy[code: code], allergens?.contains(code: code) ?? true
                else { return nil }
                return StationForecast(
                    allergen: allergen.id, day: CivilDate(daysSinceEpoch: try row["day"]),
                    value: try row["value"],
                    issued: Date(stored: try row["issued"]), interval: try ForecastInterval(row: row))
            }
        }
    }

    /// Changes of a station's values, newest first.
    ///
    /// - Parameters:
    ///   - station: The station.
    ///   - before: The last number of the previous page, or `nil` for the first page.
    ///   - limit: The largest number of revisions.
    /// - Returns: The revisions, each with the value before and after.
    /// - Throws: `DatabaseError`.
    package func revisions(
        of station: Station.ID, before: Int64? = nil, limit: Int
    ) async throws -> [Revision] {
        try await readRows { [taxonomy] runner in
            try runner.rows(
                """
                SELECT * FROM revision
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND number < \(before ?? .max)
                ORDER BY number DESC LIMIT \(limit)
                """
            ).compactMap { row in
                try taxonomy[code: row["allergen"]].map { try Revision(row: row, allergen: $0.id) }
            }
        }
    }
}

extension Revision {
    fileprivate init(row: QueryRow, allergen: Allergen.ID) throws {
        let end = (try row["ending"] as Int64?).map { Date(stored: $0) }
        let hours: Int = try row["hours"]
        let day = CivilDate(daysSinceEpoch: try row["day"])
        let former = KeptValue(
            value: try row["formerValue"], detectionLimit: try row["formerLimit"],
            quality: ReadingQuality(
                stored: try row["formerQuality"], suspicions: try row["formerSuspicions"])
        )
        self.init(
            number: try row["number"], allergen: allergen,
            period: end.map { hours == 1 ? .hour(ending: $0) : .threeHours(ending: $0) } ?? .day(day),
            former: former, current: try KeptValue(row: row),
            submitter: Submitter(kind: try row["submitter"], name: try row["submitterName"]),
            changed: Date(stored: try row["changed"]))
    }
}
