import Allergens

/// Between what a value will lie, in its unit, and how probable that is.
struct IntervalWire: Encodable {
    let low: Double
    let high: Double
    /// `nil` where the interval of a station was moved to another value.
    let probability: Double?

    init(_ interval: ForecastInterval) {
        low = Self.rounded(interval.low)
        high = Self.rounded(interval.high)
        probability = interval.isMoved ? nil : ForecastInterval.probability
    }

    /// Two decimals: no instrument is finer.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
