package import Allergens
package import Foundation

/// The air of one allergen at a place in the coming hours, modelled.
package struct ComingHours: Hashable, Sendable {
    /// The hours of an answer: today's rest, tomorrow, and as much of the day after.
    package static let count = 48

    /// The mean of one hour.
    package struct Hour: Hashable, Sendable {
        /// The end of the hour.
        package let end: Date
        /// The concentration in the allergen's unit.
        package let value: Double
        package let level: Level
        /// `modelled`, or `simulated` where the day is.
        package let basis: Basis
        package let interval: ForecastInterval
        /// Whether the course of the day was chosen by the weather of its day.
        package let knowsWeather: Bool

        package init(
            end: Date, value: Double, level: Level, basis: Basis = .modelled, interval: ForecastInterval,
            knowsWeather: Bool
        ) {
            self.end = end
            self.value = value
            self.level = level
            self.basis = basis
            self.interval = interval
            self.knowsWeather = knowsWeather
        }
    }

    package let allergen: Allergen
    /// The hours whose day is known, in order.
    package let hours: [Hour]

    package init(allergen: Allergen, hours: [Hour]) {
        self.allergen = allergen
        self.hours = hours
    }
}
