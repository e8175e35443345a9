/// What the weather of a day means for the pollen in the air.
///
/// “Rain washes pollen away, but counts can soar after a rain. On a day with no wind, airborne allergens are
/// grounded. When the day is windy and warm, pollen counts surge”: American College of Allergy, Asthma &
/// Immunology. Where the weather says none of this, nothing is said.
package enum WeatherMeaning: String, CaseIterable, Sendable, Codable {
    case rain, windyAfterRain, windy, calm

    /// The page of the source.
    package static let source = "https://acaai.org/allergies/allergic-conditions/seasonal-allergies/"

    /// A day with at least so much precipitation, in millimetres, is wet (WMO, climate indices of ETCCDI).
    package static let wet = 1.0
    /// A mean wind from here on, in m/s, raises dust: a moderate breeze on Beaufort's scale.
    private static let breeze = 5.5
    /// A mean wind below this, in m/s, hardly moves leaves: light air on Beaufort's scale.
    private static let stillness = 1.6
    /// Days whose warmest hour is colder than this, in °C, are left out: little blooms then.
    private static let cold = 5.0
    /// The warmest hour of a warm day, in °C.
    private static let warm = 15.0

    /// Reads the values of a day; `nil` if they say nothing about pollen, or too little is known.
    ///
    /// - Parameters:
    ///   - values: The values of the day.
    ///   - yesterday: Those of the day before, as far as they are known.
    package init?(_ values: WeatherValues, after yesterday: WeatherValues? = nil) {
        guard let precipitation = values[.precipitation], let highest = values[.temperatureMax],
            highest >= Self.cold
        else { return nil }
        if precipitation >= Self.wet {
            self = .rain
            return
        }
        switch values[.windSpeed] {
        case let wind? where wind >= Self.breeze && highest >= Self.warm:
            self = (yesterday?[.precipitation] ?? 0) >= Self.wet ? .windyAfterRain : .windy
        case let wind? where wind < Self.stillness: self = .calm
        default: return nil
        }
    }
}
