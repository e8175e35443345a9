package import Allergens
package import Foundation
package import Observations

/// How the pollen of a day is spread over its hours.
///
/// Only taxa with an entry in ``learned(of:)`` have a course; the hours of the others stay unknown.
package struct DailyCourse: Sendable {
    /// The mean of each hour, as a multiple of the day's mean, around every full hour of the sun; on days
    /// whose weather is unknown, on dry and on wet ones.
    let anyDay, dryDay, wetDay: [Double]
    /// The errors of logarithms between which four of five hours lie, given the day's true mean.
    let errors: ClosedRange<Double>

    /// The degrees by which the sun moves on in an hour.
    private static let degreesPerHour = 15.0

    /// The mean of an hour as a multiple of the day's mean.
    ///
    /// - Parameters:
    ///   - hour: The middle of the hour in mean solar time, 0..<24.
    ///   - isWet: Whether the day is wet, if that is known.
    /// - Returns: A factor of zero or more, whose mean over the day is 1.
    package func share(at hour: Double, isWet: Bool?) -> Double {
        let course = isWet.map { $0 ? wetDay : dryDay } ?? anyDay
        let before = Int(hour)
        let part = hour - Double(before)
        return course[before % 24] * (1 - part) + course[(before + 1) % 24] * part
    }

    /// The mean of each hour of a day in UTC as a multiple of the day's mean, whatever the weather.
    ///
    /// - Parameter longitude: Degrees, which tell the time of the sun.
    /// - Returns: 24 factors of zero or more; their mean is 1.
    package func shares(atLongitude longitude: Double) -> [Double] {
        (1...24).map { end in
            let end = Date(timeIntervalSince1970: Double(end) * 3_600)
            return share(at: Self.solarHour(ending: end, longitude: longitude), isWet: nil)
        }
    }

    /// The hour of a day.
    ///
    /// The errors of the day and of its course are independent, so that their squares add up. A day that was
    /// measured adds none of its own.
    ///
    /// - Parameters:
    ///   - end: The end of the hour.
    ///   - day: The day that holds the hour.
    ///   - longitude: The longitude of the place in degrees, which tells the time of the sun.
    ///   - isWet: Whether the day is wet, if that is known.
    ///   - bounds: The classes of the taxon.
    /// - Returns: `nil` when the day's interval is too wide for a finite one.
    package func hour(
        ending end: Date, of day: AirValue.Estimate, longitude: Double, isWet: Bool?, bounds: LevelBounds
    ) -> ComingHours.Hour? {
        let value = day.value * share(at: Self.solarHour(ending: end, longitude: longitude), isWet: isWet)
        let (centre, daily) = (LogScale.logarithm(of: value), LogScale.logarithm(of: day.value))
        let below = day.interval.map { daily - LogScale.logarithm(of: $0.low) } ?? 0
        let above = day.interval.map { LogScale.logarithm(of: $0.high) - daily } ?? 0
        let low = LogScale.concentration(ofLogarithm: centre - hypot(errors.lowerBound, below))
        let high = LogScale.concentration(ofLogarithm: centre + hypot(errors.upperBound, above))
        guard let interval = ForecastInterval(low: max(low, 0), high: high) else { return nil }
        return ComingHours.Hour(
            end: end, value: value, level: bounds.level(of: value),
            basis: day.basis == .simulated ? .simulated : .modelled, interval: interval,
            knowsWeather: isWet != nil)
    }

    /// The middle of an hour in mean solar time, 0..<24.
    private static func solarHour(ending end: Date, longitude: Double) -> Double {
        let middle = end.timeIntervalSince1970 / 3_600 - 0.5 + longitude / degreesPerHour
        return middle - (middle / 24).rounded(.down) * 24
    }
}
