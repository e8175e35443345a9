import Allergens

/// Between what a value will lie, in its unit, and how probable that is.
struct IntervalWire: Encodable {
    let low: Double
    let high: Double
    let probability: Double

    init(_ interval: ForecastInterval) {
        low = Self.rounded(interval.low)
        high = Self.rounded(interval.high)
        probability = ForecastInterval.probability
    }

    /// Two decimals: no instrument is finer.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
