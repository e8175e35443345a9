import Allergens
package import Foundation
import GRDB
package import Geography
package import Observations

extension SQLiteStore {
    /// The days for which past forecasts are kept; measured values are kept for good.
    static let forecastDays = 2

    /// The most sites of each kind that are consulted for a place, and the most searched for them.
    private static let (sitesOfKind, searchedOfKind) = (4, 20)

    /// Stores weather in one transaction.
    ///
    /// A newer issue of a forecast replaces an older one. Measured values add to those of the same site and
    /// time, and replace different ones. Forecasts of these sites for times more than two days past are
    /// deleted.
    ///
    /// - Throws: `DatabaseError` when the site of a record is not among `sites`; then nothing is stored.
    package func keep(
        _ weather: [WeatherRecord], at sites: [WeatherSite], received now: Date
    ) async throws -> IntakeTally {
        try await pool.write { database in
            var tally = IntakeTally()
            var writer = try WeatherWriter(database)
            try writer.keep(sites)
            for record in weather { tally.count(try writer.keep(record)) }
            try writer.forgetForecasts(before: now)
            return tally
        }
    }

    /// The weather from yesterday to tomorrow at the nearest sites within `WeatherRules.reach`, measured and
    /// forecast.
    package func weather(around position: Coordinate, at now: Date) async throws -> [WeatherSeries] {
        try await pool.read { database in
            let found = try Self.sites(around: position, in: database)
            return try WeatherSite.Kind.allCases.flatMap { kind in
                var series: [WeatherSeries] = []
                for place in found.filter({ $0.site.kind == kind }).prefix(Self.searchedOfKind) {
                    guard series.count < Self.sitesOfKind else { break }
                    let records = try Self.records(of: place, around: now, in: database)
                    guard !records.isEmpty else { continue }
                    series.append(
                        WeatherSeries(site: place.site, distance: place.distance, records: records))
                }
                return series
            }
        }
    }

    typealias FoundSite = (number: Int64, site: WeatherSite, distance: Double)

    /// The sites within reach, the nearest first.
    static func sites(
        around position: Coordinate, in database: Database
    ) throws -> [FoundSite] {
        let centre = UnitVector(position)
        let box = BoundingBox(around: position, radius: WeatherRules.reach)
        let rows = try box.searchedParts.flatMap { try siteRequest(for: $0).fetchAll(database) }
        let found = rows.map { row -> FoundSite in
            let site = WeatherSite(row: row)
            let chord = centre.squaredChord(to: UnitVector(site.position))
            return (row["number"], site, Earth.distance(ofSquaredChord: chord))
        }
        return found.filter { $0.distance <= WeatherRules.reach }.sorted { $0.distance < $1.distance }
    }

    /// The R*Tree holds 32-bit floats that are rounded outwards; the distance decides.
    private static func siteRequest(for part: BoundingBox) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT weatherSite.* FROM weatherBox JOIN weatherSite ON weatherSite.number = weatherBox.site
                WHERE weatherBox.west <= \(part.east) AND weatherBox.east >= \(part.west)
                    AND weatherBox.south <= \(part.north) AND weatherBox.north >= \(part.south)
                """, cached: true)
    }

    private static func records(
        of place: FoundSite, around now: Date, in database: Database
    ) throws -> [WeatherRecord] {
        let day = CivilDate(at: now, in: .gmt).daysSinceEpoch
        let start = now.addingTimeInterval(-2 * 86_400).stored
        let end = now.addingTimeInterval(3 * 86_400).stored
        return try SQLRequest<Row>(
            literal: """
                SELECT * FROM weather WHERE site = \(place.number) AND isForecast IN (0, 1)
                    AND (isDay = 0 AND time BETWEEN \(start) AND \(end)
                        OR isDay = 1 AND time BETWEEN \(day - 2) AND \(day + 2))
                """, cached: true
        ).fetchAll(database).map { WeatherRecord(row: $0, site: place.site.id) }
    }
}

extension WeatherSite {
    /// Reads a row of the table `weatherSite`.
    fileprivate init(row: Row) {
        guard let id = ID(rawValue: row["id"]), let timeZone = TimeZone(identifier: row["timeZone"])
        else { preconditionFailure("the store holds a site that could not have been added") }
        self.init(
            id: id, name: row["name"], kind: row["isGrid"] ? .grid : .station,
            position: Coordinate(row: row), altitude: row["altitude"], timeZone: timeZone,
            attribution: row["attribution"])
    }
}

extension WeatherRecord {
    /// Reads a row of the table `weather`.
    fileprivate init(row: Row, site: WeatherSite.ID) {
        let time: Int64 = row["time"]
        let issued: Int64 = row["issued"]
        var values = WeatherValues()
        for parameter in WeatherParameter.allCases { values[parameter] = row[parameter.rawValue] }
        self.init(
            site: site,
            period: row["isDay"]
                ? .day(CivilDate(daysSinceEpoch: Int(time))) : .hour(ending: Date(stored: time)),
            issued: issued == 0 ? nil : Date(stored: issued), values: values)
    }
}
