import Feeds
package import Foundation
import Logging
import Metrics
import Observations

/// The feeds of one host, which are requested one at a time with pauses in between.
package actor HostLane {
    private let feeds: [PulledFeed]
    private let puller: FeedPuller
    private let ledger: any PullLedger
    private let clock: PullClock
    private let logger: Logger
    private var lastCall: Date?

    init(
        feeds: [PulledFeed], puller: FeedPuller, ledger: any PullLedger, clock: PullClock, logger: Logger
    ) {
        self.feeds = feeds
        self.puller = puller
        self.ledger = ledger
        self.clock = clock
        self.logger = logger
    }

    /// Requests all due targets.
    ///
    /// - Returns: When the next target is due; `nil` if there is none.
    /// - Throws: An error if the store cannot be read or written, or the task was cancelled.
    package func pullDue() async throws -> Date? {
        let feeds = feeds.filter(\.missingVariables.isEmpty)
        var agendas: [FeedAgenda] = []
        for feed in feeds {
            agendas.append(FeedAgenda(feed, try await ledger.pulls(of: feed.name), at: clock.now()))
        }
        for place in agendas.indices {
            try await pullDue(of: feeds[place], agendas: &agendas, at: place)
        }
        let end = agendas.map(\.hostPausedUntil).max() ?? .distantPast
        return agendas.compactMap(\.next).min().map { max($0, end) }
    }

    private func pullDue(of feed: PulledFeed, agendas: inout [FeedAgenda], at place: Int) async throws {
        for target in agendas[place].due(at: clock.now()) {
            let now = clock.now()
            guard !agendas[place].isPaused(at: now), agendas.allSatisfy({ $0.hostPausedUntil <= now })
            else { return }
            try await pause(for: feed)
            let outcome = try await puller.pullOnce(target, of: feed)
            lastCall = clock.now()
            agendas[place].note(outcome.record)
            report(outcome)
        }
    }

    /// Waits until the next request to the host is allowed.
    private func pause(for feed: PulledFeed) async throws {
        guard let lastCall else { return }
        let spacing = TimeInterval(feed.pull.spacing.components.seconds)
        // A clock that is set back must not extend the pause.
        let rest = min(spacing, spacing - clock.now().timeIntervalSince(lastCall))
        if rest > 0 { try await clock.sleep(.seconds(rest)) }
    }

    private func report(_ outcome: FeedPuller.Outcome) {
        let record = outcome.record
        let word = record.fault?.rawValue ?? (outcome.tally == nil ? "notModified" : "taken")
        Counter(label: "feed_pulls_total", dimensions: [("feed", record.feed), ("outcome", word)]).increment()
        var metadata: Logger.Metadata = ["feed": "\(record.feed)", "target": "\(record.target)"]
        if let fault = record.fault {
            // The detail may quote the provider. Only the operator sees it, through commands.
            metadata["fault"] = "\(fault.rawValue)"
            logger.warning("feed not pulled", metadata: metadata)
        } else if let tally = outcome.tally {
            metadata["accepted"] = "\(tally.accepted + tally.replaced)"
            metadata["rejected"] = "\(tally.rejectedCount)"
            logger.info("feed pulled", metadata: metadata)
        }
    }
}
