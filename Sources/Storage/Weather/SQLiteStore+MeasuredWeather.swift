package import Allergens
package import Forecasting
import GRDB
import Geography
package import Observations

extension SQLiteStore {
    /// The most sites among which the one with the most days is chosen.
    private static let measuringSites = 4

    /// The weather measured day by day around stations, from which forecasts learn.
    ///
    /// Each station has that of one site within `WeatherRules.reach`: of the nearest ones, the site with the
    /// most days. Days of several sites are not mixed, because the difference between two sites is no change
    /// of the weather. Stations without such a site are left out.
    package func measuredWeather(
        around stations: [Station], in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: StationWeather] {
        try await pool.read { database in
            var known: [Int64: (weather: StationWeather, count: Int)] = [:]
            var found: [Station.ID: StationWeather] = [:]
            for station in stations {
                var most = 0
                for place in try Self.sites(around: station.position, in: database)
                    .filter({ $0.site.kind == .station }).prefix(Self.measuringSites)
                {
                    let measured =
                        try known[place.number]
                        ?? Self.measuredDays(of: place.number, in: days, database: database)
                    known[place.number] = measured
                    guard measured.count > most else { continue }
                    (most, found[station.id]) = (measured.count, measured.weather)
                }
            }
            return found
        }
    }

    private static func measuredDays(
        of site: Int64, in days: ClosedRange<CivilDate>, database: Database
    ) throws -> (weather: StationWeather, count: Int) {
        var (weather, count) = (StationWeather(), 0)
        let rows = try measuredRequest(site: site, days: days).fetchCursor(database)
        while let row = try rows.next() {
            let day = CivilDate(daysSinceEpoch: row[0])
            let isWet = row[2] as Double >= WeatherMeaning.wet
            weather.note(DayWeather(temperature: row[1], isWet: isWet), on: day)
            count += 1
        }
        return (weather, count)
    }

    /// One range of the primary key.
    static func measuredRequest(site: Int64, days: ClosedRange<CivilDate>) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT time, temperature, precipitation FROM weather
                WHERE site = \(site) AND isForecast = 0 AND isDay = 1
                    AND time BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    AND temperature IS NOT NULL AND precipitation IS NOT NULL
                ORDER BY time
                """, cached: true)
    }
}
