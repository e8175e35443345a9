package import Foundation
import Geography
package import Observations

extension PostgreSQLStore {
    /// Stores weather in one transaction.
    ///
    /// A newer issue of a forecast replaces an older one. Measured values add to those of the same site and
    /// time, and replace different ones. Forecasts of these sites for times more than two days past are
    /// deleted.
    ///
    /// - Throws: ``UnknownPlace`` when the site of a record is not among `sites`; then nothing is stored.
    package func keep(
        _ weather: [WeatherRecord], at sites: [WeatherSite], received now: Date
    ) async throws -> IntakeTally {
        try await writeRows(locking: .nothing) { runner in
            var tally = IntakeTally()
            var numbers: [WeatherSite.ID: Int64] = [:]
            for site in sites { numbers[site.id] = try runner.keep(site) }
            for record in weather {
                guard let site = numbers[record.site]
                else { throw UnknownPlace(kind: "site", id: record.site.rawValue) }
                tally.count(try runner.keep(record, at: site))
            }
            try runner.forgetForecasts(of: numbers.values.sorted(), before: now)
            return tally
        }
    }
}

extension QueryRunner {
    /// Adds a site, or updates it.
    fileprivate func keep(_ site: WeatherSite) throws -> Int64 {
        let position = site.position
        let number = try insertedNumber(
            """
            INSERT INTO weatherSite (id, name, isGrid, longitude, latitude, altitude, timeZone, attribution)
            VALUES (
                \(site.id.rawValue), \(site.name), \(site.kind == .grid), \(position.longitude),
                \(position.latitude), \(site.altitude), \(site.timeZone.identifier), \(site.attribution))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, isGrid = excluded.isGrid,
                longitude = excluded.longitude, latitude = excluded.latitude, altitude = excluded.altitude,
                timeZone = excluded.timeZone, attribution = excluded.attribution
            RETURNING number
            """)
        try run("DELETE FROM weatherBox WHERE site = \(number)")
        try run(
            """
            INSERT INTO weatherBox (site, west, east, south, north)
            VALUES (
                \(number), \(position.longitude), \(position.longitude), \(position.latitude),
                \(position.latitude))
            """)
        return number
    }

    /// A newer issue replaces a forecast, an older one changes nothing, and anything else adds its values.
    fileprivate func keep(_ record: WeatherRecord, at site: Int64) throws -> Keeping {
        let parameters = WeatherParameter.allCases
        let names = parameters.map(\.rawValue)
        let isDay = record.period.span == .day
        let issued = record.issued.map { max($0.stored, 1) } ?? 0
        let added = try run(
            """
            INSERT INTO weather (site, isForecast, isDay, time, issued, \(sql: names.joined(separator: ", ")))
            VALUES (
                \(site), \(record.issued != nil), \(isDay), \(record.period.stored), \(issued),
                \(parameters.map { "\(record.values[$0])" as Query }.joined(separator: ", ")))
            ON CONFLICT DO NOTHING
            """)
        guard added == 0 else { return .accepted }
        let values = parameters.map { parameter -> Query in
            let (name, value) = (parameter.rawValue, record.values[parameter])
            return """
                \(sql: name) = CASE WHEN \(issued) > issued THEN \(value) ELSE coalesce(\(value), \(sql: name)) END
                """
        }
        let differs = parameters.map { parameter -> Query in
            let (name, value) = (parameter.rawValue, record.values[parameter])
            return "coalesce(\(value), \(sql: name)) IS DISTINCT FROM \(sql: name)"
        }
        let changed = try run(
            """
            UPDATE weather SET issued = \(issued), \(values.joined(separator: ", "))
            WHERE site = \(site) AND isForecast = \(record.issued != nil) AND isDay = \(isDay)
                AND time = \(record.period.stored)
                AND (\(issued) > issued OR \(issued) = issued AND (\(differs.joined(separator: " OR "))))
            """)
        return changed == 0 ? .unchanged : .replaced
    }

    /// Deletes the forecasts of sites for periods that ended long ago.
    fileprivate func forgetForecasts(of sites: [Int64], before now: Date) throws {
        let oldest = now.addingTimeInterval(-Double(SQLiteStore.forecastDays) * 86_400)
        let day = Int64(oldest.timeIntervalSince1970 / 86_400)
        try run(
            """
            DELETE FROM weather WHERE \(.isOne(of: sites, "site")) AND isForecast = 1
                AND (isDay = 0 AND time < \(oldest.stored) OR isDay = 1 AND time < \(day))
            """)
    }
}
