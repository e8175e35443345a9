import Allergens
import Foundation
package import Observations

/// The rows that an export writes.
extension RowStore {
    /// Calls `body` with every daily reading, by station, day and allergen.
    package func forEachReading(
        _ body: @escaping @Sendable (Station.ID, StationReading) throws -> Void
    ) async throws {
        try await readRows { [taxonomy] runner in
            try runner.forEachRow(
                """
                SELECT station.id, daily.*, 0 AS isAside FROM (
                    SELECT station, allergen, day, value, hours, detectionLimit, quality, suspicions
                    FROM reading
                    UNION ALL
                    SELECT station, allergen, day, value, NULL, detectionLimit, quality, suspicions
                    FROM readingSetAside) AS daily
                JOIN station ON station.number = daily.station
                ORDER BY station.id, daily.day, daily.allergen, daily.hours IS NULL
                """
            ) { row in
                guard let station = Station.ID(rawValue: try row["id"]),
                    let allergen = taxonomy[code: try row["allergen"]]
                else { return }
                try body(station, try StationReading(row: row, allergen: allergen.id))
            }
        }
    }

    /// Whether the value of any day is the mean of hours.
    package func hasMeans() async throws -> Bool {
        try await readRows { runner in
            try runner.value(
                """
                SELECT EXISTS (SELECT 1 FROM hourlyReading) OR EXISTS (SELECT 1 FROM threeHourReading)
                    OR EXISTS (SELECT 1 FROM reading WHERE hours IS NOT NULL) AS found
                """) ?? false
        }
    }

    /// Calls `body` with every reading of one hour or three hours, by station, end and allergen.
    package func forEachHour(_ body: @escaping @Sendable (Reading) throws -> Void) async throws {
        try await readRows { [taxonomy] runner in
            try runner.forEachRow(
                """
                SELECT station.id, hourly.* FROM (
                    SELECT station, allergen, ending, 1 AS hours, value, detectionLimit, quality, suspicions
                    FROM hourlyReading
                    UNION ALL
                    SELECT station, allergen, ending, 3, value, detectionLimit, quality, suspicions
                    FROM threeHourReading) AS hourly
                JOIN station ON station.number = hourly.station
                ORDER BY station.id, hourly.ending, hourly.allergen, hourly.hours
                """
            ) { row in
                guard let station = Station.ID(rawValue: try row["id"]),
                    let allergen = taxonomy[code: try row["allergen"]]
                else { return }
                let (hours, end): (Int, Date) = (try row["hours"], Date(stored: try row["ending"]))
                let kept = try KeptValue(row: row)
                try body(
                    Reading(
                        station: station, allergen: allergen.id,
                        period: hours == 1 ? .hour(ending: end) : .threeHours(ending: end),
                        value: kept.value, detectionLimit: kept.detectionLimit, quality: kept.quality))
            }
        }
    }
}
