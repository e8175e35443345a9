/// Between what a coming day will lie, in the allergen's unit.
package struct ForecastInterval: Hashable, Sendable {
    /// How probable it is that the day lies within: from the tenth to the ninetieth of a hundred outcomes.
    package static let probability = 0.8

    package let low: Double
    package let high: Double

    /// Creates an interval, or returns `nil` when the bounds are no concentrations or in the wrong order.
    package init?(low: Double, high: Double) {
        guard low >= 0, low <= high, high.isFinite else { return nil }
        self.low = low
        self.high = high
    }

    /// The interval around another value that lies as far below and above it, in logarithms, as this one around `value`.
    package func moved(from value: Double, to other: Double) -> ForecastInterval? {
        let step = LogScale.logarithm(of: other) - LogScale.logarithm(of: value)
        let moved = { LogScale.concentration(ofLogarithm: LogScale.logarithm(of: $0) + step) }
        // A value that did not move keeps its bounds to the last digit.
        return step == 0 ? self : ForecastInterval(low: min(moved(low), other), high: max(moved(high), other))
    }
}
