package import Foundation

/// One concentration that a station found in the air.
package struct Reading: Hashable, Sendable {
    /// The time over which the air was sampled.
    package enum Period: Hashable, Sendable {
        /// The mean of a whole day, as the station's network defines a day.
        case day(CivilDate)
        /// The mean of the hour that ends at an instant.
        case hour(ending: Date)
    }

    package let station: Station.ID
    package let allergen: Allergen.ID
    package let period: Period
    /// The concentration, zero or more, in the allergen's unit.
    package let value: Double

    package init(station: Station.ID, allergen: Allergen.ID, period: Period, value: Double) {
        self.station = station
        self.allergen = allergen
        self.period = period
        self.value = value
    }

    /// The share of a day's hours that must be there before their mean stands for the day.
    ///
    /// Three quarters, the data capture that Directive 2008/50/EC (annex XI) asks of a daily value.
    package static let hoursForADay = 18
}

/// What a station expects for a coming day.
package struct Forecast: Hashable, Sendable {
    package let station: Station.ID
    package let allergen: Allergen.ID
    /// The day that the value is expected for.
    package let day: CivilDate
    /// The expected concentration, zero or more, in the allergen's unit.
    package let value: Double

    package init(station: Station.ID, allergen: Allergen.ID, day: CivilDate, value: Double) {
        self.station = station
        self.allergen = allergen
        self.day = day
        self.value = value
    }
}

/// How a value came about, named wherever it is shown.
package enum Basis: String, CaseIterable, Sendable, Codable {
    case measured, forecast, modelled, simulated
}
