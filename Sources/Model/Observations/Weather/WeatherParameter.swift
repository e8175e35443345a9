/// A quantity of the weather.
package enum WeatherParameter: String, CaseIterable, Sendable, Codable {
    case temperature, temperatureMin, temperatureMax, humidity, precipitation, windSpeed, windGust
    /// The time with direct sunshine, as the WMO defines it: 120 W/m² or more.
    case sunshine
    case cloudCover
    /// The pressure of the air reduced to sea level, so that places can be compared.
    case pressure
    /// What the weather is, by the codes of the WMO's table 4677; of a day, the highest, which is the most severe.
    case weatherCode

    /// How the values within an hour become that of the hour, and hours become a day.
    package enum Aggregation: Sendable {
        case mean, lowest, highest, sum
    }

    package var aggregation: Aggregation {
        switch self {
        case .temperature, .humidity, .windSpeed, .cloudCover, .pressure: .mean
        case .temperatureMin: .lowest
        case .temperatureMax, .windGust, .weatherCode: .highest
        case .precipitation, .sunshine: .sum
        }
    }

    /// The unit in which values are stored.
    package var unit: WeatherUnit {
        switch self {
        case .temperature, .temperatureMin, .temperatureMax: .celsius
        case .humidity, .cloudCover: .percent
        case .precipitation: .millimetres
        case .windSpeed, .windGust: .metresPerSecond
        case .sunshine: .minutes
        case .pressure: .hectopascals
        case .weatherCode: .code
        }
    }

    /// The values that can occur, in ``unit``.
    ///
    /// They lie a little beyond the records of the WMO's archive of extremes (https://wmo.asu.edu):
    /// −89.2 and 56.7 °C, 305 mm in 42 minutes and 1 825 mm in a day, a gust of 113 m/s, 870 and 1 084 hPa.
    package func range(over span: WeatherPeriod.Span) -> ClosedRange<Double> {
        switch self {
        case .temperature, .temperatureMin, .temperatureMax: -95...60
        case .humidity, .cloudCover: 0...100
        case .precipitation: span == .day ? 0...2_000 : 0...500
        case .windSpeed: 0...120
        case .windGust: 0...150
        case .sunshine: span == .day ? 0...1_440 : 0...60
        case .pressure: 850...1_090
        case .weatherCode: 0...99
        }
    }

    /// The position in `allCases`.
    var index: Int {
        switch self {
        case .temperature: 0
        case .temperatureMin: 1
        case .temperatureMax: 2
        case .humidity: 3
        case .precipitation: 4
        case .windSpeed: 5
        case .windGust: 6
        case .sunshine: 7
        case .cloudCover: 8
        case .pressure: 9
        case .weatherCode: 10
        }
    }
}
