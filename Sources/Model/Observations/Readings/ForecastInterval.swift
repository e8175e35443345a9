import Allergens

/// The interval in which the value of a coming day is expected, in the allergen's unit.
package struct ForecastInterval: Hashable, Sendable {
    /// The probability that the value lies within: from the tenth to the ninetieth of a hundred outcomes.
    package static let probability = 0.8

    package let low: Double
    package let high: Double
    /// Whether it was moved to another value.
    ///
    /// Its probability there has not been checked.
    package let isMoved: Bool

    /// Creates an interval, or returns `nil` when the bounds are not concentrations or are in the wrong
    /// order.
    package init?(low: Double, high: Double) {
        guard low >= 0, low <= high, high.isFinite else { return nil }
        self.init(low: low, high: high, isMoved: false)
    }

    private init(low: Double, high: Double, isMoved: Bool) {
        (self.low, self.high, self.isMoved) = (low, high, isMoved)
    }

    /// The interval around another value, as far below and above it in logarithms as this one is around
    /// `value`.
    package func moved(from value: Double, to other: Double) -> ForecastInterval? {
        let step = LogScale.logarithm(of: other) - LogScale.logarithm(of: value)
        let moved = { LogScale.concentration(ofLogarithm: LogScale.logarithm(of: $0) + step) }
        // A value that did not move keeps its bounds to the last digit.
        guard step != 0 else { return self }
        let (low, high) = (min(moved(low), other), max(moved(high), other))
        return high.isFinite ? ForecastInterval(low: max(0, low), high: high, isMoved: true) : nil
    }
}
