import Foundation
import Observations

extension PrometheusRegistry {
    /// Writes the health of feeds as labelled gauges.
    ///
    /// The feeds' names come from the configuration.
    ///
    /// - Returns: An empty text if there are no feeds, because a family needs at least one series.
    static func exposition(of feeds: [FeedHealth]) -> String {
        guard !feeds.isEmpty else { return "" }
        var lines = ["# TYPE feed_state gauge"]
        for feed in feeds {
            // One series for each state, with the value 1 for the current state: a state set in OpenMetrics'
            // terms.
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
