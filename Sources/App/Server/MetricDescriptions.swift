/// What each metric counts, in words for the people who watch them.
package enum MetricDescriptions {
    private static let texts = [
        "channels_refused_total": "Channels that ended because their receiver refuses messages.",
        "deliveries_delivered_total": "Messages that a receiver has accepted.",
        "deliveries_dropped_total": "Messages dropped because too many were waiting.",
        "deliveries_failed_total": "Messages given up after all attempts.",
        "deliveries_queued": "Messages that wait to be sent.",
        "deliveries_retried_total": "Attempts to send a message again.",
        "deliveries_sent_total": "Attempts to send a message.",
        "feed_failing_addresses": "Addresses of a feed whose last fetch failed.",
        "feed_last_success_timestamp_seconds": "When a feed was last fetched, in seconds since 1970.",
        "feed_pulls_total": "Fetches of feeds, by their outcome.",
        "feed_state": "The state of a feed: 1 for the current one, 0 for the others.",
        "http_connections_open": "Connections of clients that are open.",
        "http_request_duration_seconds": "Time from the head of a request to its answer, by route.",
        "http_requests_refused_total": "Requests refused because a client exceeded its quota.",
        "http_requests_total": "Requests answered, by method, route and status.",
        "http_transport_refusals_total": "Connections and requests refused before any routing, by reason.",
        "http_warm_tiles_total": "Tiles answered from memory before any routing.",
        "live_events_sent_total": "Events sent to live streams.",
        "live_gaps_total": "Gaps in live streams, after which a reader had to fetch its inbox again.",
        "live_readers_dropped_total": "Readers of live streams dropped because they were too slow.",
        "live_streams_open": "Live streams that are open.",
        "outbox_ledger_failures_total": "Outcomes of deliveries that the store could not keep at once.",
        "records_expired_total": "Personal records deleted at the end of their retention, by kind.",
        "network_jobs_here": "Whether this node does what its network needs done once: 1 or 0.",
        "notices_delivered_total": "Notices that a receiver has accepted.",
        "notices_dropped_total": "Notices that could not be sent in time.",
        "notices_failed_total": "Notices given up after all attempts.",
        "notices_retried_total": "Attempts to send a notice again.",
        "notices_sent_total": "Notices handed over to be delivered.",
        "reminders_delivered_total": "Reminders that a receiver has accepted.",
        "reminders_dropped_total": "Reminders that were not needed any more, or could not be sent in time.",
        "reminders_failed_total": "Reminders given up after all attempts.",
        "reminders_retried_total": "Attempts to send a reminder again.",
        "reminders_sent_total": "Reminders handed over to be delivered.",
        "store_failures_total": "Failures of the store, by kind.",
        "store_usable": "Whether the store can be read and written: 1 or 0.",
        "tiles_drawn_total": "Tiles drawn, that is, not taken from a cache.",
    ]

    /// An exposition with a line of help before the type of each metric that has a description.
    package static func described(_ exposition: String) -> String {
        exposition.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "#", words[1] == "TYPE", let text = texts[String(words[2])]
            else { return String(line) }
            return "# HELP \(words[2]) \(text)\n\(line)"
        }.joined(separator: "\n")
    }
}
