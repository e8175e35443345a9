import Allergens
import Foundation
import HealthMetrics
import Sealing

/// The figures of a day, as `metricDay` holds them.
struct MetricDayRow: Codable {
    static let seal = PaddedSeal<MetricDayRow>("metricDay", place: "account || ' ' || day")

    private struct Series: Codable {
        let series: MetricSeries
        let figures: MetricFigures
        let isClosed: Bool
    }

    private let all: [Series]

    init(_ day: MetricDay) {
        all = day.figures.map { Series(series: $0, figures: $1, isClosed: day.closed.contains($0)) }
    }

    func day(_ day: CivilDate) -> MetricDay {
        MetricDay(
            day, figures: Dictionary(uniqueKeysWithValues: all.map { ($0.series, $0.figures) }),
            closed: Set(all.filter(\.isClosed).map(\.series)))
    }

    static func row(_ account: Int64, _ day: CivilDate) -> SealedRow {
        .text("\(account) \(day.daysSinceEpoch)")
    }

    /// The day of a row with the columns `day`, `sealed` and `isWhole`.
    static func opened(_ row: QueryRow, of account: Int64, _ keys: KeyRing) throws -> MetricDay {
        let day = CivilDate(daysSinceEpoch: try row["day"])
        var opened = try seal.opened(try row["sealed"], at: Self.row(account, day), keys).day(day)
        let isWhole: Bool = try row["isWhole"]
        if !isWhole { opened.close() }
        return opened
    }
}

/// The values of an hour, as `metricHour` holds them: a list for each series.
struct MetricHourRow: Codable {
    static let seal = PaddedSeal<MetricHourRow>("metricHour", place: "account || ' ' || day || ' ' || hour")

    private struct Series: Codable {
        let series: MetricSeries
        /// Seconds since 1970, each after the first as the difference to the one before.
        let times: [Int64]
        let values: [Double]
        /// Where they are of spans of time.
        let lows: [Double]?
        let highs: [Double]?
    }

    private let all: [Series]

    init(_ metrics: [Metric]) {
        all = Dictionary(grouping: metrics, by: \.series).map { series, metrics in
            var last: Int64 = 0
            let times = metrics.map { metric in
                let second = Int64(metric.time.timeIntervalSince1970)
                defer { last = second }
                return second - last
            }
            let isOfSpans = metrics.contains { $0.range != $0.value...$0.value }
            return Series(
                series: series, times: times, values: metrics.map(\.value),
                lows: isOfSpans ? metrics.map(\.range.lowerBound) : nil,
                highs: isOfSpans ? metrics.map(\.range.upperBound) : nil)
        }
    }

    /// The values in the order of time, and of kinds at the same time.
    var metrics: [Metric] {
        all.flatMap { series in
            var second: Int64 = 0
            return series.times.enumerated().map { place, step in
                second += step
                let value = series.values[place]
                return Metric(
                    series.series.kind, value,
                    range: (series.lows?[place] ?? value)...(series.highs?[place] ?? value),
                    time: Date(timeIntervalSince1970: Double(second)), source: series.series.source)
            }
        }.sorted {
            ($0.time, $0.kind.rawValue, $0.series.source) < ($1.time, $1.kind.rawValue, $1.series.source)
        }
    }

    static func row(_ account: Int64, _ day: CivilDate, _ hour: Int) -> SealedRow {
        .text("\(account) \(day.daysSinceEpoch) \(hour)")
    }
}

/// A plan, and the days on which a comparison was already sent.
struct MetricPlanRow: Codable {
    static let seal = PaddedSeal<MetricPlanRow>("metricPlan", place: "account")

    var plan: MetricPlan
    /// For each kind, the last day on which the person was notified of a change, in days since 1970.
    var told: [MetricKind: Int] = [:]
}

/// What came since an account was last looked at.
struct MetricNewsRow: Codable {
    static let seal = PaddedSeal<MetricNewsRow>("metricNews", place: "account")
    /// The most crossings that are kept for one look, so that a broken device fills nothing.
    private static let limit = 100

    private(set) var crossings: [MetricCrossing] = []

    mutating func add(_ new: [MetricCrossing]) { crossings = Array((crossings + new).prefix(Self.limit)) }
}
