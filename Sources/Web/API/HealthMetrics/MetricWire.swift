import Allergens
import Foundation
import HTTP
import HealthMetrics

/// Values as our own JSON has them.
struct MetricDocument: StrictDocument {
    static let members: Set = ["values", "days"]

    struct Value: Decodable {
        let kind: String
        let value: Double?
        let unit: String?
        let time: String
        let source: String?
    }

    struct Figures: Decodable {
        let kind: String
        let day: String
        let low: Double
        let mean: Double
        let high: Double
        let count: Int
        let unit: String?
        let source: String?
    }

    let values: [Value]?
    let days: [Figures]?
}

/// What became of values that were sent.
struct MetricReceipt: Encodable {
    /// The most refusals that are named; the rest is counted.
    static let named = 200

    enum Reason: String, Encodable, CaseIterable {
        case kind, time, value, unit, source
        case future, ancient, impossible, duplicate, summarised

        init(_ refusal: MetricRefusal) {
            switch refusal {
            case .future: self = .future
            case .ancient: self = .ancient
            case .impossible: self = .impossible
            case .duplicate: self = .duplicate
            case .summarised: self = .summarised
            }
        }
    }

    struct Refusal: Encodable {
        /// A JSON pointer, or the line of a table.
        let at: String
        let reason: Reason
        let detail: String
    }

    let kept: Int
    let refusedCount: Int
    let refused: [Refusal]
    /// Names of what is not kept here at all.
    let ignored: [String]

    init(_ sent: MetricSubmission, _ refusals: MetricBatch.Refusals) {
        let kinds = sent.batch.metrics.map(\.kind)
        var all = sent.unread.map { Refusal(at: $0.pointer, reason: $0.reason, detail: $0.detail) }
        for (index, refusal) in refusals.values.sorted(by: { $0.key < $1.key }) {
            all.append(
                Refusal(
                    at: sent.pointers[index], reason: Reason(refusal), detail: refusal.detail(kinds[index])))
        }
        for (index, refusal) in refusals.summaries.sorted(by: { $0.key < $1.key }) {
            let kind = sent.batch.summaries[index].series.kind
            all.append(
                Refusal(
                    at: sent.summaryPointers[index], reason: Reason(refusal), detail: refusal.detail(kind)))
        }
        kept =
            sent.pointers.count + sent.summaryPointers.count - refusals.values.count
            - refusals.summaries.count
        refusedCount = all.count
        refused = Array(all.prefix(Self.named))
        ignored = sent.ignored.sorted()
    }
}

extension MetricRefusal {
    fileprivate func detail(_ kind: MetricKind) -> String {
        switch self {
        case .future: "It lies in the future."
        case .ancient: "It is from before 1900."
        case .impossible:
            "\(kind.rawValue) lies from \(kind.range.lowerBound) to \(kind.range.upperBound) \(kind.unit)."
        case .duplicate: "The same source has already sent a value of this kind for this second."
        case .summarised:
            "Of this day only the figures of the source are kept, so that nothing can be added to them."
        }
    }
}

/// The figures of a kind on a day.
struct MetricFiguresAnswer: Encodable {
    let kind: String
    let count: Int
    let low: Double
    let mean: Double
    let high: Double
    /// Only for what adds up.
    let sum: Double?
    let last: Double
    let lastAt: Date

    init(_ kind: MetricKind, _ figures: MetricFigures) {
        self.kind = kind.rawValue
        count = figures.count
        (low, high) = (figures.low.thousandths, figures.high.thousandths)
        mean = figures.mean.thousandths
        sum = kind.isCounted ? figures.sum.thousandths : nil
        (last, lastAt) = (figures.last.thousandths, figures.lastTime)
    }

    static func all(_ day: MetricDay) -> [MetricFiguresAnswer] {
        MetricKind.allCases.compactMap { kind in
            day.figures(of: kind).map { MetricFiguresAnswer(kind, $0) }
        }
    }
}

/// The days of a person with what was measured.
struct MetricListAnswer: Encodable {
    struct Day: Encodable {
        let day: String
        let figures: [MetricFiguresAnswer]
    }

    /// Where a value of today stands in the zones of the person's own plan.
    let zones: [String: MetricPlanDocument.Zones]
    let days: [Day]

    init(_ days: [MetricDay], _ plan: MetricPlan) {
        zones = MetricPlanDocument(plan).zones
        self.days = days.map { Day(day: $0.day.description, figures: MetricFiguresAnswer.all($0)) }
    }
}

/// A day with its values.
struct MetricDayAnswer: Encodable {
    struct Value: Encodable {
        let kind: String
        let value: Double
        let low: Double?
        let high: Double?
        let time: Date
        let source: String?
    }

    let day: String
    let figures: [MetricFiguresAnswer]
    /// The values that are still kept one by one.
    let values: [Value]

    init(_ day: MetricDay, _ metrics: [Metric]) {
        self.day = day.day.description
        figures = MetricFiguresAnswer.all(day)
        values = metrics.map { metric in
            let isOfSpan = metric.range != metric.value...metric.value
            return Value(
                kind: metric.kind.rawValue, value: metric.value.thousandths,
                low: isOfSpan ? metric.range.lowerBound.thousandths : nil,
                high: isOfSpan ? metric.range.upperBound.thousandths : nil, time: metric.time,
                source: metric.series.source.isEmpty ? nil : metric.series.source)
        }
    }
}

extension Double {
    /// Rounded to the third decimal, which is finer than any meter.
    var thousandths: Double { (self * 1_000).rounded() / 1_000 }
}
