import HTTP
import Observations

/// The interval in which a value is expected to lie, in the value's unit, and its probability.
struct IntervalWire: Encodable {
    let low: Double
    let high: Double
    /// `nil` if a station's interval was shifted to another value.
    let probability: Double?

    init(_ interval: ForecastInterval) {
        low = interval.low.inHundredths
        high = interval.high.inHundredths
        probability = interval.isMoved ? nil : ForecastInterval.probability
    }
}
