import Allergens
package import Foundation
package import Geography
package import Observations

extension RowStore {
    /// The stations around a place that are asked for their hours, the nearest first.
    private static var mostHourlyStations: Int { 30 }

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
        try await readRows { [taxonomy] runner in
            var wanted = Dictionary(
                uniqueKeysWithValues: Pollutant.allCases.compactMap { pollutant in
                    taxonomy[pollutant.allergen].map { ($0.code, pollutant) }
                })
            var found: [PollutantHours] = []
            let nearest = try runner.nearestStations(
                to: place, within: MeasuredAir.reach, most: Self.mostHourlyStations)
            for station in nearest where !wanted.isEmpty {
                let hours = try runner.hours(
                    of: station.number, codes: wanted.keys.sorted(), until: now)
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
}

extension QueryRunner {
    /// The values of the hours that count, by code and end, of those whose latest hour is not too old.
    fileprivate func hours(
        of station: Int64, codes: [Int], until now: Date
    ) throws -> [Int: [Int64: Double]] {
        let latest = Int64(now.timeIntervalSince1970)
        let oldest = latest - Int64(3_600 * PollutantHours.oldest)
        var values: [Int: [Int64: Double]] = [:]
        let rows = try rows(
            .hoursRequest(
                station: station, codes: codes, ending: oldest - Int64(3_600 * PollutantHours.span)...latest
            ))
        for row in rows { values[try row[0], default: [:]][try row[1]] = try row[2] as Double }
        return values.filter { $0.value.keys.contains { $0 > oldest } }
    }
}

extension Query {
    /// Requests the hours of a station that count; the days come first in the key of the table.
    static func hoursRequest(
        station: Int64, codes: [Int], ending: ClosedRange<Int64>
    ) -> Query {
        // A day of a station begins at most 14 hours before or 12 hours after that of Greenwich.
        let days = ending.lowerBound / 86_400 - 1...ending.upperBound / 86_400 + 1
        return """
            SELECT allergen, ending, value FROM hourlyReading
            WHERE \(.isOne(of: codes, "allergen")) AND \(.isOne(of: Array(days), "day")) AND station = \(station)
                AND ending BETWEEN \(ending.lowerBound) AND \(ending.upperBound) AND quality < 2
            """
    }
}
