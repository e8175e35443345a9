package import Allergens
package import Foundation

/// A concentration that a station found in the air.
package struct Reading: Hashable, Sendable {
    /// The time over which the air was sampled.
    package enum Period: Hashable, Sendable {
        /// The mean of a whole day, as the station's network defines a day.
        case day(CivilDate)
        /// The mean of the hour that ends at an instant.
        case hour(ending: Date)
        /// The mean of the three hours that end at an instant.
        case threeHours(ending: Date)

        /// The instant at which it ends, or `nil` for a day.
        package var end: Date? {
            switch self {
            case .day: nil
            case .hour(let end), .threeHours(let end): end
            }
        }

        /// The number of its hours, 24 for a day.
        package var hours: Int {
            switch self {
            case .day: 24
            case .hour: 1
            case .threeHours: 3
            }
        }
    }

    package let station: Station.ID
    package let allergen: Allergen.ID
    package let period: Period
    /// The concentration, zero or more, in the allergen's unit.
    ///
    /// Below the detection limit it is ``DetectionLimit/substitute(for:)``.
    package let value: Double
    /// The limit below which the concentration was found to lie, or `nil` when it could be measured.
    package let detectionLimit: Double?
    package var quality: ReadingQuality
    /// The number of hours of which a day's value is the mean, ``hoursForADay`` to 25.
    ///
    /// It is `nil` when the station reported the day itself, and for hours.
    package let meanOf: Int?

    package init(
        station: Station.ID, allergen: Allergen.ID, period: Period, value: Double,
        detectionLimit: Double? = nil, quality: ReadingQuality = .valid, meanOf: Int? = nil
    ) {
        self.station = station
        self.allergen = allergen
        self.period = period
        self.value = value
        self.detectionLimit = detectionLimit
        self.quality = quality
        self.meanOf = meanOf
    }

    /// The number of a day's hours that must have values before their mean becomes the day's value.
    ///
    /// Three quarters: the data capture that Directive 2008/50/EC (annex XI) requires of a daily value.
    package static let hoursForADay = 18
}

/// A station's forecast for a coming day.
package struct Forecast: Hashable, Sendable {
    package let station: Station.ID
    package let allergen: Allergen.ID
    /// The day of the forecast.
    package let day: CivilDate
    /// The expected concentration, zero or more, in the allergen's unit.
    package let value: Double
    /// When it was made; `nil` when the station does not say, and then the time of its arrival counts.
    package let issued: Date?

    /// The number of days ahead for which forecasts are possible: as far as global weather forecasts go.
    ///
    /// GFS ends after 16 days, https://www.ncei.noaa.gov/products/weather-climate-models/global-forecast.
    package static let furthest = 16

    package init(
        station: Station.ID, allergen: Allergen.ID, day: CivilDate, value: Double, issued: Date? = nil
    ) {
        self.station = station
        self.allergen = allergen
        self.day = day
        self.value = value
        self.issued = issued
    }
}

/// The origin of a value, which is named wherever the value is shown.
package enum Basis: String, CaseIterable, Sendable, Codable {
    case measured, forecast, modelled, simulated
}
