package import CoreMetrics
import Synchronization

/// Collects metrics in memory and writes them in Prometheus' text format, version 0.0.4.
///
/// Labels come from closed sets only, so the program limits the number of series, not its clients.
package final class PrometheusRegistry: MetricsFactory, Sendable {
    private let counters = Mutex<[Series: Tally]>([:])
    private let recorders = Mutex<[Series: Summary]>([:])
    private let timers = Mutex<[Series: LatencyHistogram]>([:])

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let series = Series(name: label, labels: dimensions)
        return counters.withLock { counters in
            if let counter = counters[series] { return counter }
            let counter = Tally()
            counters[series] = counter
            return counter
        }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let series = Series(name: label, labels: dimensions)
        return timers.withLock { timers in
            if let timer = timers[series] { return timer }
            let timer = LatencyHistogram()
            timers[series] = timer
            return timer
        }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        let series = Series(name: label, labels: dimensions)
        return recorders.withLock { recorders in
            if let summary = recorders[series] { return summary }
            let summary = Summary()
            recorders[series] = summary
            return summary
        }
    }

    // Series are never removed: a scraper takes a vanished one for a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Writes all metrics, including gauges and counters that are read from elsewhere at this moment.
    ///
    /// - Returns: The text of an exposition.
    package func exposition(
        gauges: [(name: String, value: Int)], counters counted: [(name: String, value: Int)] = []
    ) -> String {
        let counters = counters.withLock { $0 }.mapValues(\.value)
        let summaries = recorders.withLock { $0 }.mapValues(\.value)
        var lines: [String] = []
        for (name, group) in Dictionary(grouping: counters, by: \.key.name).sorted(by: { $0.key < $1.key }) {
            lines.append("# TYPE \(name) counter")
            lines += group.map { "\(name)\($0.key.text) \($0.value)" }.sorted()
        }
        for (name, group) in Dictionary(grouping: summaries, by: \.key.name).sorted(by: { $0.key < $1.key }) {
            lines.append("# TYPE \(name) summary")
            lines += group.flatMap { series, summary in
                ["\(name)_count\(series.text) \(summary.count)", "\(name)_sum\(series.text) \(summary.sum)"]
            }.sorted()
        }
        lines += histograms
        for counter in counted {
            lines += ["# TYPE \(counter.name) counter", "\(counter.name) \(counter.value)"]
        }
        for gauge in gauges {
            lines += ["# TYPE \(gauge.name) gauge", "\(gauge.name) \(gauge.value)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PrometheusRegistry {
    /// The lines of all timers.
    private var histograms: [String] {
        let timers = timers.withLock { $0 }
        return Dictionary(grouping: timers, by: \.key.name).sorted { $0.key < $1.key }.flatMap {
            name, group in
            let ordered = group.sorted { $0.key.text < $1.key.text }
            return ["# TYPE \(name) histogram"]
                + ordered.flatMap { series, timer in timer.value.lines(of: name, labels: series.labels) }
        }
    }
}

/// The name and labels of one metric.
private struct Series: Hashable {
    let name: String
    /// The labels as written, without braces.
    let labels: String
    /// The labels as written, braces included.
    let text: String

    init(name: String, labels: [(String, String)]) {
        self.name = name
        let pairs = labels.map { key, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            return "\(key)=\"\(escaped)\""
        }
        self.labels = pairs.joined(separator: ",")
        text = pairs.isEmpty ? "" : "{\(self.labels)}"
    }
}

/// A counter, which only grows.
private final class Tally: CounterHandler, Sendable {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// The number and sum of recorded values.
private final class Summary: RecorderHandler, Sendable {
    struct Value {
        var count = 0
        var sum = 0.0
    }

    private let state = Mutex(Value())

    var value: Value { state.withLock { $0 } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            state.count += 1
            state.sum += value
        }
    }
}
