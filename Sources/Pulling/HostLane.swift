import Allergens
import Feeds
package import Foundation
import Logging
import Metrics

/// The feeds of one host, which is asked for one thing at a time and with pauses in between.
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

    /// Asks for everything that is due.
    ///
    /// - Returns: When something is due next; `nil` when nothing ever is.
    /// - Throws: When the store cannot be read or written, or the task was cancelled.
    package func pullDue() async throws -> Date? {
        var next: Date?
        for feed in feeds where feed.missingVariables.isEmpty {
            let due = try await pullDue(of: feed)
            next = [next, due].compactMap(\.self).min()
        }
        return next
    }

    private func pullDue(of feed: PulledFeed) async throws -> Date? {
        var agenda = FeedAgenda(feed, try await ledger.pulls(of: feed.name))
        for target in agenda.due(at: clock.now()) where !agenda.isPaused(at: clock.now()) {
            try await pause(for: feed)
            let outcome = try await puller.pullOnce(target, of: feed)
            lastCall = clock.now()
            agenda.note(outcome.record)
            report(outcome)
        }
        return agenda.next
    }

    /// Waits until the host may be asked again.
    private func pause(for feed: PulledFeed) async throws {
        guard let lastCall else { return }
        let spacing = TimeInterval(feed.pull.spacing.components.seconds)
        // A clock that is put back must not make anybody wait for longer than the pause is.
        let rest = min(spacing, spacing - clock.now().timeIntervalSince(lastCall))
        if rest > 0 { try await clock.sleep(.seconds(rest)) }
    }

    private func report(_ outcome: FeedPuller.Outcome) {
        let record = outcome.record
        let word = record.fault?.rawValue ?? (outcome.rows == nil ? "notModified" : "taken")
        Counter(label: "feed_pulls_total", dimensions: [("feed", record.feed), ("outcome", word)]).increment()
        var metadata: Logger.Metadata = ["feed": "\(record.feed)", "target": "\(record.target)"]
        if let fault = record.fault {
            metadata["fault"] = "\(fault.rawValue)"
            metadata["detail"] = "\(record.detail ?? "")"
            logger.warning("feed not pulled", metadata: metadata)
        } else if let rows = outcome.rows {
            metadata["accepted"] = "\(rows.accepted + rows.replaced)"
            metadata["rejected"] = "\(rows.rejected)"
            logger.info("feed pulled", metadata: metadata)
        }
    }
}

/// What of a feed is to be asked for, and when.
struct FeedAgenda {
    private let targets: [PullTarget]
    private var records: [String: PullRecord]

    init(_ feed: PulledFeed, _ records: [PullRecord]) {
        targets = feed.targets
        self.records = Dictionary(records.map { ($0.target, $0) }) { first, _ in first }
    }

    mutating func note(_ record: PullRecord) { records[record.target] = record }

    /// What is due, and what has waited longest first: one address that is broken delays no other.
    func due(at now: Date) -> [PullTarget] {
        let due = targets.filter { attempt(at: $0) <= now }
        return due.sorted { attempt(at: $0) < attempt(at: $1) }
    }

    /// Whether the provider is left alone, whatever is due.
    func isPaused(at now: Date) -> Bool { pausedUntil > now }

    /// When something is due; long ago, when something was never asked for.
    var next: Date? { targets.map(attempt).min().map { max($0, pausedUntil) } }

    private func attempt(at target: PullTarget) -> Date {
        records[target.name]?.nextAttempt ?? .distantPast
    }

    /// Until when the provider is left alone: it spoke of itself and not of one address.
    private var pausedUntil: Date {
        let pauses = targets.compactMap { target -> Date? in
            guard let record = records[target.name] else { return nil }
            switch record.fault {
            case .tooManyRequests, .unavailable, .overBudget: return record.nextAttempt
            default: return nil
            }
        }
        return pauses.max() ?? .distantPast
    }
}
