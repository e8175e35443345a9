package import Allergens
package import Foundation

/// What was measured of a person on one day.
package struct MetricDay: Hashable, Sendable {
    package let day: CivilDate
    /// The figures of each series.
    package private(set) var figures: [MetricSeries: MetricFigures]
    /// The series whose values are not kept any more.
    package private(set) var closed: Set<MetricSeries>

    package init(
        _ day: CivilDate, figures: [MetricSeries: MetricFigures] = [:], closed: Set<MetricSeries> = []
    ) {
        (self.day, self.figures, self.closed) = (day, figures, closed)
    }

    package var isEmpty: Bool { figures.isEmpty }

    /// The figures of a kind from all sources; `nil` if there are none.
    package func figures(of kind: MetricKind) -> MetricFigures? {
        let found = figures.filter { $0.key.kind == kind }.sorted { $0.key.source < $1.key.source }
        guard var all = found.first?.value else { return nil }
        for (_, figures) in found.dropFirst() { all.join(figures, of: kind) }
        return all
    }

    /// Closes all series, because their values have been deleted.
    package mutating func close() { closed = Set(figures.keys) }

    fileprivate mutating func put(_ new: MetricFigures, for series: MetricSeries) throws(MetricRefusal) {
        if let old = figures[series], !old.isSummary { throw .summarised }
        figures[series] = new
    }

    fileprivate mutating func add(_ metric: Metric) {
        if figures[metric.series]?.add(metric) == nil { figures[metric.series] = MetricFigures(metric) }
    }

    fileprivate mutating func remove(_ series: MetricSeries) {
        figures[series] = nil
        closed.remove(series)
    }
}

/// A day with its values, by the local hour where the person lives.
package struct MetricRecord: Sendable {
    package private(set) var day: MetricDay
    /// The values of each hour that is at hand, in the order of time.
    package private(set) var hours: [Int: [Metric]]
    /// The hours that were changed.
    package private(set) var changed: Set<Int> = []

    package init(_ day: MetricDay, hours: [Int: [Metric]]) { (self.day, self.hours) = (day, hours) }

    /// Keeps a value.
    ///
    /// - Parameters:
    ///   - metric: The value.
    ///   - hour: Its hour of the day; the values of that hour have to be at hand.
    /// - Throws: Why it is refused.
    package mutating func add(_ metric: Metric, in hour: Int) throws(MetricRefusal) {
        if day.closed.contains(metric.series) || day.figures[metric.series]?.isSummary == true {
            throw .summarised
        }
        let others = hours[hour, default: []]
        let place = others.firstIndex { $0.time >= metric.time } ?? others.endIndex
        let isKnown = others[place...].prefix { $0.time == metric.time }.contains {
            $0.series == metric.series
        }
        guard !isKnown else { throw .duplicate }
        hours[hour, default: []].insert(metric, at: place)
        changed.insert(hour)
        day.add(metric)
    }

    /// Keeps what a source has put together of the day, in place of what it sent before.
    ///
    /// - Throws: ``MetricRefusal/summarised`` if there are values of the series.
    package mutating func put(_ figures: MetricFigures, for series: MetricSeries) throws(MetricRefusal) {
        try day.put(figures, for: series)
    }

    /// Deletes what was measured of a kind, or one value of it; all hours have to be at hand.
    ///
    /// - Parameters:
    ///   - kind: The kind; `nil` for all of the day.
    ///   - time: The second of the value; `nil` for all values.
    /// - Returns: Whether there was something to delete.
    package mutating func remove(_ kind: MetricKind?, at time: Date?) -> Bool {
        let series = day.figures.keys.filter { kind == nil || $0.kind == kind }
        let wanted = time == nil ? series : series.filter { !day.closed.contains($0) }
        var isFound = time == nil && !series.isEmpty
        for (hour, metrics) in hours {
            let rest = metrics.filter { !wanted.contains($0.series) || time != nil && $0.time != time }
            guard rest.count < metrics.count else { continue }
            isFound = true
            hours[hour] = rest
            changed.insert(hour)
        }
        guard isFound else { return false }
        for one in wanted where time == nil || day.figures[one]?.isSummary == false {
            day.remove(one)
            for metric in hours.values.joined() where metric.series == one { day.add(metric) }
        }
        return true
    }
}
