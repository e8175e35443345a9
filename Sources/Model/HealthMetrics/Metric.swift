package import Foundation

/// One measured value.
package struct Metric: Hashable, Sendable {
    /// The most characters of the name of a source.
    package static let sourceLength = 60

    package let series: MetricSeries
    /// The whole second at which it was measured.
    package let time: Date
    /// In the unit of the kind; the mean where it is of a span of time.
    package let value: Double
    /// The lowest and the highest value of the span of time; the value itself if it is of a moment.
    package let range: ClosedRange<Double>

    /// - Parameters:
    ///   - kind: What was measured.
    ///   - value: In the unit of the kind.
    ///   - range: The lowest and the highest value of a span of time.
    ///   - time: When; parts of a second are left out.
    ///   - source: The name of the device or program; empty for what the person typed.
    package init(
        _ kind: MetricKind, _ value: Double, range: ClosedRange<Double>? = nil, time: Date,
        source: String = ""
    ) {
        series = MetricSeries(kind: kind, source: source)
        self.value = value
        self.range = range ?? value...value
        self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    }

    package var kind: MetricKind { series.kind }
}

/// What one source measures.
package struct MetricSeries: Hashable, Codable, Sendable {
    package let kind: MetricKind
    /// The name of the device or program; empty for what the person typed.
    package let source: String

    package init(kind: MetricKind, source: String) { (self.kind, self.source) = (kind, source) }
}

/// Why a value is not kept.
package enum MetricRefusal: String, Error, Codable, Sendable {
    /// It was measured after it arrived.
    case future
    /// It was measured before 1900.
    case ancient
    /// It cannot be measured.
    case impossible
    /// The same source has already sent a value of this kind for this second.
    case duplicate
    /// The day has been put together, so that it cannot be told any more which values are in it.
    case summarised
}

extension Metric {
    /// How far a clock may be ahead, in seconds: ten minutes.
    package static let clockTolerance: TimeInterval = 600
    /// 1 January 1900.
    package static let earliest = Date(timeIntervalSince1970: -2_208_988_800)

    /// Why it is refused whatever else there is; `nil` if nothing speaks against it.
    package func objection(at now: Date) -> MetricRefusal? {
        if time > now.addingTimeInterval(Self.clockTolerance) { return .future }
        if time < Self.earliest { return .ancient }
        let isPossible = [value, range.lowerBound, range.upperBound].allSatisfy(kind.range.contains)
        return isPossible && range.contains(value) ? nil : .impossible
    }
}
