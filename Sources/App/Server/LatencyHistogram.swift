import CoreMetrics
import Synchronization

/// Durations in seconds, counted by upper bounds, so that a monitor can compute percentiles over many servers.
final class LatencyHistogram: TimerHandler, Sendable {
    /// The upper bounds of the buckets, from a cached tile to the longest request that is waited for.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Value {
        /// The number of durations in each bucket; the last bucket has no bound.
        fileprivate(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
        fileprivate(set) var sum = 0.0
    }

    private let state = Mutex(Value())

    var value: Value { state.withLock { $0 } }

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += seconds
        }
    }
}

extension LatencyHistogram.Value {
    /// The series of a histogram in Prometheus' text format: buckets include all smaller ones.
    func lines(of name: String, labels: String) -> [String] {
        var total = 0
        let before = labels.isEmpty ? "" : "\(labels),"
        let braced = labels.isEmpty ? "" : "{\(labels)}"
        let ends = LatencyHistogram.bounds.map { "\($0)" } + ["+Inf"]
        let buckets = zip(ends, counts).map { end, count in
            total += count
            return "\(name)_bucket{\(before)le=\"\(end)\"} \(total)"
        }
        return buckets + ["\(name)_count\(braced) \(total)", "\(name)_sum\(braced) \(sum)"]
    }
}
