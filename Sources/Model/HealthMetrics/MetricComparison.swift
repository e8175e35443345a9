package import Allergens

/// How the last days of a kind stand beside the person's own past.
package struct MetricComparison: Hashable, Codable, Sendable {
    package let kind: MetricKind
    /// The figure of the last day.
    package let value: Double
    /// The middle four fifths of the past.
    package let usual: ClosedRange<Double>
    /// Whether it is higher than usual; else it is lower.
    package var isHigher: Bool { value > usual.upperBound }

    /// The days that are compared with: 28 before the two last ones.
    package static let window = 28
    /// How far apart the two last days may be.
    package static let gap = 7
    /// How many days before the last one can matter.
    package static let span = window + gap
    /// The fewest of them with a value.
    package static let fewest = 14
    /// How many robust deviations from the median are unlike the past.
    package static let threshold = 3.0
    /// Makes the median of absolute deviations an estimate of the standard deviation of a normal distribution:
    /// 1 / Φ⁻¹(3/4) (Rousseeuw and Croux, 1993, doi:10.1080/01621459.1993.10476408).
    static let consistency = 1.4826

    /// Compares the last two days of a kind with the 28 days before them.
    ///
    /// Both have to be unlike the past, and to the same side: a single one may be a slip.
    ///
    /// - Parameters:
    ///   - kind: A kind that is compared.
    ///   - days: The days with what was measured, in any order.
    ///   - today: The present day, which has to have a value.
    /// - Returns: The comparison; `nil` if the days are like the past, or too little is known.
    package static func unusual(
        _ kind: MetricKind, on days: [MetricDay], today: CivilDate
    ) -> MetricComparison? {
        guard kind.isCompared else { return nil }
        let known = days.filter { $0.day <= today }.sorted { $0.day < $1.day }.compactMap { day in
            day.figures(of: kind).map { (day: day.day, value: representative($0, of: kind)) }
        }
        guard known.count >= 2 + fewest, let last = known.last, last.day == today else { return nil }
        let before = known[known.count - 2]
        guard today.adding(days: -gap) <= before.day else { return nil }
        let start = before.day.adding(days: -window)
        let past = known.dropLast(2).filter { $0.day >= start }.map(\.value).sorted()
        guard past.count >= fewest else { return nil }
        let middle = quantile(0.5, of: past)
        let deviation = quantile(0.5, of: past.map { abs($0 - middle) }.sorted())
        let spread = max(consistency * deviation, kind.resolution)
        let scores = [before.value, last.value].map { ($0 - middle) / spread }
        guard scores.allSatisfy({ $0 > threshold }) || scores.allSatisfy({ $0 < -threshold }) else {
            return nil
        }
        return MetricComparison(
            kind: kind, value: last.value, usual: quantile(0.1, of: past)...quantile(0.9, of: past))
    }

    /// What stands for a day: the best blow, and else the mean.
    private static func representative(_ figures: MetricFigures, of kind: MetricKind) -> Double {
        kind == .peakFlow || kind == .peakFlowWright ? figures.high : figures.mean
    }

    /// A quantile between the two nearest values (Hyndman and Fan, 1996, definition 7).
    private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        let place = part * Double(sorted.count - 1)
        let low = sorted[Int(place)]
        let high = sorted[min(Int(place) + 1, sorted.count - 1)]
        return low + (high - low) * (place - place.rounded(.down))
    }
}
