import Allergens
package import Foundation
package import Geography
package import Observations

extension RowStore {
    /// The most sites of each kind that are consulted for a place, and the most searched for them.
    private static var sitesOfKind: Int { 4 }
    private static var searchedOfKind: Int { 20 }

    /// The weather from yesterday to tomorrow at the nearest sites within `WeatherRules.reach`, measured and
    /// forecast.
    package func weather(around position: Coordinate, at now: Date) async throws -> [WeatherSeries] {
        try await readRows { runner in
            let found = try runner.sites(around: position)
            return try WeatherSite.Kind.allCases.flatMap { kind in
                var series: [WeatherSeries] = []
                for place in found.filter({ $0.site.kind == kind }).prefix(Self.searchedOfKind) {
                    guard series.count < Self.sitesOfKind else { break }
                    let records = try runner.records(of: place, around: now)
                    guard !records.isEmpty else { continue }
                    series.append(
                        WeatherSeries(site: place.site, distance: place.distance, records: records))
                }
                return series
            }
        }
    }
}

/// A site with its number and its distance in metres.
typealias FoundSite = (number: Int64, site: WeatherSite, distance: Double)

extension QueryRunner {
    /// The sites within reach, the nearest first.
    func sites(
        around position: Coordinate
    ) throws -> [FoundSite] {
        let centre = UnitVector(position)
        let box = BoundingBox(around: position, radius: WeatherRules.reach)
        let rows = try box.searchedParts.flatMap { try self.rows(.weatherSites(in: $0)) }
        let found = try rows.map { row -> FoundSite in
            let site = try WeatherSite(row: row)
            let chord = centre.squaredChord(to: UnitVector(site.position))
            return (try row["number"], site, Earth.distance(ofSquaredChord: chord))
        }
        return found.filter { $0.distance <= WeatherRules.reach }.sorted { $0.distance < $1.distance }
    }

    fileprivate func records(
        of place: FoundSite, around now: Date
    ) throws -> [WeatherRecord] {
        let day = CivilDate(at: now, in: .gmt).daysSinceEpoch
        let start = now.addingTimeInterval(-2 * 86_400).stored
        let end = now.addingTimeInterval(3 * 86_400).stored
        return try rows(
            """
            SELECT * FROM weather WHERE site = \(place.number) AND isForecast IN (0, 1)
                AND (isDay = 0 AND time BETWEEN \(start) AND \(end)
                    OR isDay = 1 AND time BETWEEN \(day - 2) AND \(day + 2))
            """
        ).map { try WeatherRecord(row: $0, site: place.site.id) }
    }
}

extension WeatherSite {
    /// Reads a row of the table `weatherSite`.
    fileprivate init(row: QueryRow) throws {
        guard let id = ID(rawValue: try row["id"]), let timeZone = TimeZone(identifier: try row["timeZone"])
        else { preconditionFailure("the store holds a site that could not have been added") }
        self.init(
            id: id, name: try row["name"], kind: try row["isGrid"] ? .grid : .station,
            position: try Coordinate(row: row), altitude: try row["altitude"], timeZone: timeZone,
            attribution: try row["attribution"])
    }
}

extension WeatherRecord {
    /// Reads a row of the table `weather`.
    fileprivate init(row: QueryRow, site: WeatherSite.ID) throws {
        let time: Int64 = try row["time"]
        let issued: Int64 = try row["issued"]
        var values = WeatherValues()
        for parameter in WeatherParameter.allCases { values[parameter] = try row[parameter.rawValue] }
        self.init(
            site: site,
            period: try row["isDay"]
                ? .day(CivilDate(daysSinceEpoch: Int(time))) : .hour(ending: Date(stored: time)),
            issued: issued == 0 ? nil : Date(stored: issued), values: values)
    }
}

extension Query {
    /// The R*Tree holds 32-bit floats that are rounded outwards; the distance decides.
    static func weatherSites(in part: BoundingBox) -> Query {
        """
        SELECT weatherSite.* FROM weatherBox JOIN weatherSite ON weatherSite.number = weatherBox.site
        WHERE weatherBox.west <= \(part.east) AND weatherBox.east >= \(part.west)
            AND weatherBox.south <= \(part.north) AND weatherBox.north >= \(part.south)
        """
    }
}
