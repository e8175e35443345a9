package import Allergens
package import Foundation

/// The rules for every value of the weather, whatever its source.
package enum WeatherRules {
    /// The most days that a forecast may look ahead: the longest range of medium-range models.
    package static let forecastDays = 16

    /// How long after its end a measured hour counts as now, in seconds.
    ///
    /// Stations report an hour within the next one; a second one covers a report that failed.
    package static let measuredAge: TimeInterval = 2 * 3_600

    /// How long after its issue a forecast is used, in seconds.
    ///
    /// An hour at the end of a day was forecast a day before, and models are issued every six hours.
    package static let forecastAge: TimeInterval = 30 * 3_600

    /// The greatest distance in metres at which a site speaks for a place.
    ///
    /// In flat land temperature and wind of neighbouring stations agree within it; showers do not, so the
    /// distance is always told.
    package static let reach = 25_000.0

    /// The least hours of which a day is made, out of 24.
    package static let leastHours = 20

    /// Accepts a value in the unit of its parameter, or throws why not.
    package static func admit(
        _ value: Double, of parameter: WeatherParameter, over span: WeatherPeriod.Span
    ) throws(ReadingRejection) {
        guard value.isFinite else { throw .notFinite }
        let range = parameter.range(over: span)
        guard !range.contains(value) else { return }
        let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
        throw .unreadable("outside \(least) to \(most) \(parameter.unit.rawValue), which never occurs")
    }

    /// Accepts a measured period that is over, or the period of a forecast within ``forecastDays``, or throws
    /// why not.
    package static func admit(
        _ period: WeatherPeriod, isForecast: Bool, today: CivilDate, now: Date
    ) throws(ReadingRejection) {
        let reading: Reading.Period =
            switch period {
            case .hour(let end): .hour(ending: end)
            case .day(let day): .day(day)
            }
        guard isForecast else { return try ReadingRules.admit(reading, today: today, now: now) }
        let day =
            switch period {
            case .hour(let end): CivilDate(at: end, in: .gmt)
            case .day(let day): day
            }
        guard CivilDate.accepted.contains(day) else { throw .impossibleDate }
        guard day <= today.adding(days: forecastDays)
        else { throw .unreadable("more than \(forecastDays) days ahead") }
    }
}
