package import Allergens
import Foundation
import GRDB
package import Observations

extension SQLiteStore {
    /// A station's notes about days, in order.
    package func notes(
        of station: Station.ID, days: ClosedRange<CivilDate>
    ) async throws -> [StationNote] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT day, text FROM stationNote
                    WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                        AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                            AND \(days.upperBound.daysSinceEpoch)
                    ORDER BY day
                    """
            ).fetchAll(database).compactMap {
                StationNote(station: station, day: CivilDate(daysSinceEpoch: $0["day"]), text: $0["text"])
            }
        }
    }

    /// The forecasts for a station, by day and allergen: its own, and where it gives none for a day, the
    /// modelled one with its interval.
    package func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet? = nil
    ) async throws -> [StationForecast] {
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: """
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
            ).fetchAll(database).compactMap { row in
                let code: Int = row["allergen"]
                guard let allergen = taxonomy[code: code], allergens?.contains(code: code) ?? true
                else { return nil }
                return StationForecast(
                    allergen: allergen.id, day: CivilDate(daysSinceEpoch: row["day"]), value: row["value"],
                    issued: Date(stored: row["issued"]), interval: ForecastInterval(row: row))
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
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT * FROM revision
                    WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                        AND number < \(before ?? .max)
                    ORDER BY number DESC LIMIT \(limit)
                    """
            ).fetchAll(database).compactMap { row in
                taxonomy[code: row["allergen"]].map { Revision(row: row, allergen: $0.id) }
            }
        }
    }
}

extension Revision {
    fileprivate init(row: Row, allergen: Allergen.ID) {
        let end = (row["ending"] as Int64?).map { Date(stored: $0) }
        let hours: Int = row["hours"]
        let day = CivilDate(daysSinceEpoch: row["day"])
        let former = KeptValue(
            value: row["formerValue"], detectionLimit: row["formerLimit"],
            quality: ReadingQuality(stored: row["formerQuality"], suspicions: row["formerSuspicions"]))
        self.init(
            number: row["number"], allergen: allergen,
            period: end.map { hours == 1 ? .hour(ending: $0) : .threeHours(ending: $0) } ?? .day(day),
            former: former, current: KeptValue(row: row),
            submitter: Submitter(kind: row["submitter"], name: row["submitterName"]),
            changed: Date(stored: row["changed"]))
    }
}
