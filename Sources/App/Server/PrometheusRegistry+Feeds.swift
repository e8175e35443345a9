import Foundation
import Observations

extension PrometheusRegistry {
    /// How feeds are doing, as gauges with a label each; the names of feeds come from the configuration.
    ///
    /// - Returns: Nothing when there are none, for a family without series is none.
    static func exposition(of feeds: [FeedHealth]) -> String {
        guard !feeds.isEmpty else { return "" }
        var lines = ["# TYPE feed_state gauge"]
        for feed in feeds {
            // One series for each state, of which one is 1: what OpenMetrics calls a state set.
            lines += FeedHealth.State.allCases.map { state in
                "feed_state{feed=\"\(feed.name)\",state=\"\(state.rawValue)\"} \(feed.state == state ? 1 : 0)"
            }
        }
        lines.append("# TYPE feed_failing_addresses gauge")
        lines += feeds.map { "feed_failing_addresses{feed=\"\($0.name)\"} \($0.failing)" }
        let successes = feeds.compactMap { feed in
            feed.lastSuccess.map {
                "feed_last_success_timestamp_seconds{feed=\"\(feed.name)\"} \(Int64($0.timeIntervalSince1970))"
            }
        }
        if !successes.isEmpty {
            lines += ["# TYPE feed_last_success_timestamp_seconds gauge"] + successes
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
