package import Allergens
package import Foundation
package import Observations

/// The weather around a station that is forecast for the coming days, and that of the last ones.
package struct ComingWeather: Sendable {
    /// The days of each site, the nearest first.
    private let sites: [[CivilDate: DayWeather]]

    /// The days around today that stores give, see `WeatherSeries`.
    private static let around = -2...2

    /// Reads the sites around a station.
    package init(_ series: [WeatherSeries], at now: Date) {
        let today = CivilDate(at: now, in: .gmt)
        let days = today.adding(days: Self.around.lowerBound)...today.adding(days: Self.around.upperBound)
        sites = series.sorted { $0.distance < $1.distance }.map {
            $0.values(of: days, at: now).compactMapValues(DayWeather.init)
        }
    }

    /// The change from one day to a later one, at the nearest site that knows both.
    ///
    /// Two sites are never mixed: the difference between them is no change of the weather.
    package func change(from origin: CivilDate, to target: CivilDate) -> WeatherChange? {
        for site in sites {
            if let now = site[origin], let then = site[target] { return WeatherChange(from: now, to: then) }
        }
        return nil
    }

    /// Whether a day is wet, at the nearest site that knows it.
    package func isWet(on day: CivilDate) -> Bool? {
        sites.lazy.compactMap { $0[day]?.isWet }.first
    }
}
