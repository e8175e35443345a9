import Allergens
import HealthMetrics

/// A kind of health value over the days of a paper.
struct MetricCourse {
    let kind: MetricKind
    let figures: [CivilDate: MetricFigures]

    /// The courses of what was measured, the one with most days first.
    static func all(of days: [MetricDay]) -> [MetricCourse] {
        let courses = MetricKind.allCases.map { kind in
            let found = days.compactMap { day in day.figures(of: kind).map { (day.day, $0) } }
            return MetricCourse(kind: kind, figures: Dictionary(uniqueKeysWithValues: found))
        }
        return courses.filter { !$0.figures.isEmpty }.sorted { $0.figures.count > $1.figures.count }
    }

    /// The figure of each day.
    var values: [Double] { figures.values.map { $0.figure(of: kind) } }

    /// From the lowest to the highest value of each day; what is counted stands on zero.
    private var spans: [CivilDate: ClosedRange<Double>] {
        figures.mapValues { kind.isCounted ? 0...$0.sum : $0.low...$0.high }
    }

    func strip(_ text: PaperText) -> DayStrip {
        let low = spans.values.map(\.lowerBound).min() ?? 0
        let high = spans.values.map(\.upperBound).max() ?? 0
        // A value that never changes stands in the middle.
        let room = high > low ? 0 : kind.resolution
        return DayStrip(
            title: text.name(of: kind),
            caption: "\(text.measured(low, kind)) – \(text.measured(high, kind)) \(kind.sign)",
            colour: PaperStyle.metrics, scale: low - room...high + room, spans: spans)
    }

    /// The row of the table.
    func row(_ text: PaperText) -> [String] {
        let mean = values.reduce(0, +) / Double(values.count)
        let low = figures.values.map { kind.isCounted ? $0.sum : $0.low }.min() ?? 0
        let high = figures.values.map { kind.isCounted ? $0.sum : $0.high }.max() ?? 0
        return [
            text.name(of: kind), text.number(figures.count), text.measured(mean, kind),
            "\(text.measured(low, kind)) – \(text.measured(high, kind))",
        ]
    }
}
