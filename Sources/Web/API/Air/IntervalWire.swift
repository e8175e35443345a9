import HTTP
import Observations

/// Between what a value will lie, in its unit, and how probable that is.
struct IntervalWire: Encodable {
    let low: Double
    let high: Double
    /// `nil` where the interval of a station was moved to another value.
    let probability: Double?

    init(_ interval: ForecastInterval) {
        low = interval.low.inHundredths
        high = interval.high.inHundredths
        probability = interval.isMoved ? nil : ForecastInterval.probability
    }
}
