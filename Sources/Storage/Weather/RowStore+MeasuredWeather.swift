package import Allergens
package import Forecasting
import Geography
package import Observations

extension RowStore {
    /// The most sites among which the one with the most days is chosen.
    private static var measuringSites: Int { 4 }

    /// The weather measured day by day around stations, from which forecasts learn.
    ///
    /// Each station has that of one site within `WeatherRules.reach`: of the nearest ones, the site with the
    /// most days. Days of several sites are not mixed, because the difference between two sites is no change
    /// of the weather. Stations without such a site are left out.
    package func measuredWeather(
        around stations: [Station], in days: ClosedRange<CivilDate>
    ) async throws -> [Station.ID: StationWeather] {
        try await readRows { runner in
            var known: [Int64: (weather: StationWeather, count: Int)] = [:]
            var found: [Station.ID: StationWeather] = [:]
            for station in stations {
                var most = 0
                for place in try runner.sites(around: station.position)
                    .filter({ $0.site.kind == .station }).prefix(Self.measuringSites)
                {
                    let measured =
                        try known[place.number]
                        ?? runner.measuredDays(of: place.number, in: days)
                    known[place.number] = measured
                    guard measured.count > most else { continue }
                    (most, found[station.id]) = (measured.count, measured.weather)
                }
            }
            return found
        }
    }
}

extension QueryRunner {
    fileprivate func measuredDays(
        of site: Int64, in days: ClosedRange<CivilDate>
    ) throws -> (weather: StationWeather, count: Int) {
        var (weather, count) = (StationWeather(), 0)
        let rows = try rows(.measuredRequest(site: site, days: days))
        for row in rows {
            let day = CivilDate(daysSinceEpoch: try row[0])
            let isWet = try row[2] as Double >= WeatherMeaning.wet
            weather.note(DayWeather(temperature: try row[1], isWet: isWet), on: day)
            count += 1
        }
        return (weather, count)
    }
}

extension Query {
    /// One range of the primary key.
    static func measuredRequest(site: Int64, days: ClosedRange<CivilDate>) -> Query {
        """
        SELECT time, temperature, precipitation FROM weather
        WHERE site = \(site) AND isForecast = 0 AND isDay = 1
            AND time BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
            AND temperature IS NOT NULL AND precipitation IS NOT NULL
        ORDER BY time
        """
    }
}
