import Allergens
package import Foundation
import GRDB
package import Geography
package import Observations

extension SQLiteStore {
    /// The stations around a place that are asked for their hours, the nearest first.
    private static let mostHourlyStations = 30

    /// The last hours of each pollutant around a place, from the nearest station that has any.
    ///
    /// At most ``mostHourlyStations`` stations within `MeasuredAir.reach` are asked.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - now: The current time. A station whose latest hour is older than `PollutantHours.oldest` says
    ///     nothing about it.
    /// - Returns: At most one entry for each pollutant.
    /// - Throws: `DatabaseError`.
    package func pollutantHours(around place: Coordinate, until now: Date) async throws -> [PollutantHours] {
        try await pool.read { [taxonomy] database in
            var wanted = Dictionary(
                uniqueKeysWithValues: Pollutant.allCases.compactMap { pollutant in
                    taxonomy[pollutant.allergen].map { ($0.code, pollutant) }
                })
            var found: [PollutantHours] = []
            let nearest = try Self.nearestStations(
                to: place, within: MeasuredAir.reach, most: Self.mostHourlyStations, in: database)
            for station in nearest where !wanted.isEmpty {
                let hours = try Self.hours(
                    of: station.number, codes: wanted.keys.sorted(), until: now, database)
                for (code, values) in hours {
                    guard let pollutant = wanted.removeValue(forKey: code) else { continue }
                    found.append(
                        PollutantHours(
                            pollutant: pollutant, station: station.station.id, distance: station.distance,
                            values: values))
                }
            }
            return found.sorted { $0.pollutant.rawValue < $1.pollutant.rawValue }
        }
    }

    /// The values of the hours that count, by code and end, of those whose latest hour is not too old.
    private static func hours(
        of station: Int64, codes: [Int], until now: Date, _ database: Database
    ) throws -> [Int: [Int64: Double]] {
        let latest = Int64(now.timeIntervalSince1970)
        let oldest = latest - Int64(3_600 * PollutantHours.oldest)
        var values: [Int: [Int64: Double]] = [:]
        let rows = try hoursRequest(
            station: station, codes: codes, ending: oldest - Int64(3_600 * PollutantHours.span)...latest
        ).fetchCursor(database)
        while let row = try rows.next() { values[row[0], default: [:]][row[1]] = row[2] }
        return values.filter { $0.value.keys.contains { $0 > oldest } }
    }

    /// Requests the hours of a station that count; the days come first in the key of the table.
    static func hoursRequest(
        station: Int64, codes: [Int], ending: ClosedRange<Int64>
    ) -> SQLRequest<Row> {
        // A day of a station begins at most 14 hours before or 12 hours after that of Greenwich.
        let days = ending.lowerBound / 86_400 - 1...ending.upperBound / 86_400 + 1
        return SQLRequest(
            literal: """
                SELECT allergen, ending, value FROM hourlyReading
                WHERE allergen IN \(codes) AND day IN \(Array(days)) AND station = \(station)
                    AND ending BETWEEN \(ending.lowerBound) AND \(ending.upperBound) AND quality < 2
                """)
    }
}
