package import Allergens
package import Foundation

/// The hour or the day of a record.
package enum WeatherPeriod: Hashable, Sendable {
    case hour(ending: Date)
    case day(CivilDate)

    /// The length of a period.
    package enum Span: Sendable {
        case hour, day
    }

    package var span: Span {
        switch self {
        case .hour: .hour
        case .day: .day
        }
    }
}

/// The values of a record, each in the unit of its parameter.
package struct WeatherValues: Hashable, Sendable {
    private var values = [Double?](repeating: nil, count: WeatherParameter.allCases.count)

    /// Creates a record without values.
    package init() {}

    package subscript(_ parameter: WeatherParameter) -> Double? {
        get { values[parameter.index] }
        set { values[parameter.index] = newValue }
    }

    package var isEmpty: Bool { values.allSatisfy { $0 == nil } }

    /// Whether there is a thunderstorm: the codes 95 to 99 of the WMO's table 4677.
    package var isThunderstorm: Bool { self[.weatherCode].map { (95...99).contains($0) } ?? false }

    /// Takes the values of another record where this one has none.
    package mutating func fill(from other: WeatherValues) {
        for index in values.indices { values[index] = values[index] ?? other.values[index] }
    }
}

/// The weather at a site in an hour or on a day: measured there, or forecast for it.
package struct WeatherRecord: Hashable, Sendable {
    package let site: WeatherSite.ID
    package let period: WeatherPeriod
    /// When the forecast was issued; `nil` for measured values.
    package let issued: Date?
    package var values: WeatherValues

    package init(
        site: WeatherSite.ID, period: WeatherPeriod, issued: Date? = nil,
        values: WeatherValues = WeatherValues()
    ) {
        self.site = site
        self.period = period
        self.issued = issued
        self.values = values
    }
}
