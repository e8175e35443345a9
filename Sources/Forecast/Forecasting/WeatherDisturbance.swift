package import Allergens
import Foundation

/// Makes of the weather that was measured one that might have been forecast.
///
/// The store keeps no forecasts of past weather, and a model that learned from the weather as it came would
/// trust tomorrow's forecast too much. The errors are those of ``WeatherChoice``, independent from day to
/// day. They depend only on the seed, the place and the day, so that every run finds the same weather.
package struct WeatherDisturbance: Sendable {
    private let key: UInt64

    /// Creates the disturbance of one place.
    ///
    /// - Parameters:
    ///   - place: A number that no other place has.
    ///   - seed: The seed of all places.
    package init(place: Int, seed: UInt64 = WeatherChoice.seed) {
        key = Self.mixed(seed ^ Self.mixed(UInt64(bitPattern: Int64(place)) &+ Self.increment))
    }

    /// The weather of a day as it was forecast the day before.
    package func forecast(of weather: DayWeather, on day: CivilDate) -> DayWeather {
        var state = key ^ Self.mixed(UInt64(bitPattern: Int64(day.daysSinceEpoch)))
        let (first, second, third) = (Self.uniform(&state), Self.uniform(&state), Self.uniform(&state))
        // A standard normal number, by the Box–Muller method.
        let normal = (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
        return DayWeather(
            temperature: weather.temperature + WeatherChoice.degrees * normal,
            isWet: third < WeatherChoice.rightRain ? weather.isWet : !weather.isWet)
    }

    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The next uniform number in 0..<1.
    private static func uniform(_ state: inout UInt64) -> Double {
        state &+= increment
        return Double(mixed(state) >> 11) * 0x1p-53
    }

    /// The finaliser of SplitMix64, by Sebastiano Vigna.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
