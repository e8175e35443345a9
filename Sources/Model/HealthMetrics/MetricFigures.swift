package import Foundation

/// The values of one series on one day, put together.
package struct MetricFigures: Hashable, Codable, Sendable {
    /// The number of values.
    package private(set) var count: Int
    package private(set) var sum: Double
    package private(set) var low: Double
    package private(set) var high: Double
    /// The last value, and when it was measured.
    package private(set) var last: Double
    package private(set) var lastTime: Date
    /// Whether they were put together elsewhere, so that the values are not known.
    package let isSummary: Bool

    /// The figures of one value.
    package init(_ metric: Metric) {
        (count, sum, isSummary) = (1, metric.value, false)
        (low, high) = (metric.range.lowerBound, metric.range.upperBound)
        (last, lastTime) = (metric.value, metric.time)
    }

    /// Figures that were put together elsewhere, at `lastTime` as a whole.
    package init(count: Int, mean: Double, range: ClosedRange<Double>, lastTime: Date) {
        (self.count, sum, isSummary) = (count, mean * Double(count), true)
        (low, high) = (range.lowerBound, range.upperBound)
        (last, self.lastTime) = (mean, lastTime)
    }

    package var mean: Double { sum / Double(count) }

    /// What stands for the day: the sum of what is counted, the best blow, and else the mean.
    package func figure(of kind: MetricKind) -> Double {
        switch kind {
        case .inhalerUses: sum
        case .peakFlow, .peakFlowWright: high
        default: mean
        }
    }

    /// Adds a value.
    package mutating func add(_ metric: Metric) {
        count += 1
        sum += metric.value
        low = min(low, metric.range.lowerBound)
        high = max(high, metric.range.upperBound)
        if metric.time >= lastTime { (last, lastTime) = (metric.value, metric.time) }
    }

    /// Adds what another source measured on the same day.
    ///
    /// Several sources count the same events, so counts are not added: the highest stands.
    package mutating func join(_ other: MetricFigures, of kind: MetricKind) {
        if kind.isCounted {
            if other.sum > sum { self = other }
            return
        }
        count += other.count
        sum += other.sum
        low = min(low, other.low)
        high = max(high, other.high)
        if other.lastTime > lastTime { (last, lastTime) = (other.last, other.lastTime) }
    }
}
