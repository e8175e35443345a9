package import Allergens
package import Foundation

/// What was sent at once.
package struct MetricBatch: Sendable {
    /// Figures of a whole day that were put together elsewhere.
    package struct Summary: Sendable {
        package let day: CivilDate
        package let series: MetricSeries
        package let figures: MetricFigures

        package init(_ day: CivilDate, _ series: MetricSeries, _ figures: MetricFigures) {
            (self.day, self.series, self.figures) = (day, series, figures)
        }

        /// Why it is refused whatever else there is; `nil` if nothing speaks against it.
        fileprivate func objection(at now: Date) -> MetricRefusal? {
            if day.firstStart > now { return .future }
            if day.startInUTC < Metric.earliest { return .ancient }
            let range = series.kind.range
            let isPossible =
                figures.count > 0 && range.contains(figures.low) && range.contains(figures.high)
                && (figures.low...figures.high).contains(figures.mean)
            return isPossible ? nil : .impossible
        }
    }

    /// What was not kept: why, by the place in the batch.
    package struct Refusals: Hashable, Sendable {
        package var values: [Int: MetricRefusal] = [:]
        package var summaries: [Int: MetricRefusal] = [:]

        package init() {}
    }

    package let metrics: [Metric]
    package let summaries: [Summary]

    package init(_ metrics: [Metric], summaries: [Summary] = []) {
        (self.metrics, self.summaries) = (metrics, summaries)
    }
}

/// A value outside of the person's own bounds.
package struct MetricCrossing: Hashable, Codable, Sendable {
    package let kind: MetricKind
    package let value: Double
    package let time: Date
    package let isHigh: Bool

    package init(kind: MetricKind, value: Double, time: Date, isHigh: Bool) {
        (self.kind, self.value, self.time, self.isHigh) = (kind, value, time, isHigh)
    }
}

/// Takes a batch into the days of a person.
package struct MetricIntake: Sendable {
    /// How old a value may be to cause a notice, in seconds: a day.
    ///
    /// A file of last year alarms nobody.
    package static let freshness: TimeInterval = 86_400

    private struct Place: Hashable {
        let day: CivilDate
        let hour: Int
    }

    private let batch: MetricBatch
    private let now: Date
    private var places: [Place?]
    package private(set) var refusals = MetricBatch.Refusals()
    /// The values that were kept and lie outside of the person's bounds.
    package private(set) var crossings: [MetricCrossing] = []
    private var kept: [Int] = []

    /// - Parameters:
    ///   - batch: What was sent.
    ///   - zone: The time zone in which the person's days begin.
    ///   - now: The present.
    package init(_ batch: MetricBatch, in zone: TimeZone, at now: Date) {
        (self.batch, self.now) = (batch, now)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        places = []
        for (index, metric) in batch.metrics.enumerated() {
            refusals.values[index] = metric.objection(at: now)
            let isRefused = refusals.values[index] != nil
            places.append(
                isRefused
                    ? nil
                    : Place(
                        day: CivilDate(at: metric.time, in: zone),
                        hour: calendar.component(.hour, from: metric.time)))
        }
        for (index, summary) in batch.summaries.enumerated() {
            refusals.summaries[index] = summary.objection(at: now)
        }
    }

    /// The days that the batch is about, with the hours of its values.
    package var days: [CivilDate: Set<Int>] {
        var days: [CivilDate: Set<Int>] = [:]
        for place in places.compactMap(\.self) { days[place.day, default: []].insert(place.hour) }
        for (index, summary) in batch.summaries.enumerated() where refusals.summaries[index] == nil {
            days[summary.day, default: []].formUnion([])
        }
        return days
    }

    /// Whether values of the last day were kept.
    package var hasNews: Bool { kept.contains { isFresh(batch.metrics[$0]) } }

    /// Adds all that belongs to a day, in the order of the batch.
    ///
    /// - Parameter record: The day, with the values of the hours that ``days`` names.
    /// - Returns: Whether anything was kept.
    package mutating func add(to record: inout MetricRecord) -> Bool {
        let before = kept.count
        for (index, place) in places.enumerated() where place?.day == record.day.day {
            do throws(MetricRefusal) {
                try record.add(batch.metrics[index], in: place?.hour ?? 0)
                kept.append(index)
            } catch {
                refusals.values[index] = error
            }
        }
        var hasSummary = false
        for (index, summary) in batch.summaries.enumerated()
        where summary.day == record.day.day && refusals.summaries[index] == nil {
            do throws(MetricRefusal) {
                try record.put(summary.figures, for: summary.series)
                hasSummary = true
            } catch {
                refusals.summaries[index] = error
            }
        }
        return kept.count > before || hasSummary
    }

    /// Finds the kept values that lie outside of the person's bounds.
    package mutating func compare(with plan: MetricPlan) {
        for metric in kept.map({ batch.metrics[$0] }) where isFresh(metric) {
            guard let bounds = plan.bounds[metric.kind] else { continue }
            for (value, isHigh) in [(metric.range.lowerBound, false), (metric.range.upperBound, true)]
            where bounds.excludes(value, isHigh: isHigh) {
                crossings.append(
                    MetricCrossing(kind: metric.kind, value: value, time: metric.time, isHigh: isHigh))
            }
        }
    }

    private func isFresh(_ metric: Metric) -> Bool { metric.time > now.addingTimeInterval(-Self.freshness) }
}
