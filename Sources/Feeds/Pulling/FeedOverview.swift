import Feeds
package import Foundation
package import Observations

/// Reports the health of feeds.
package struct FeedOverview: Sendable {
    /// The feeds, in the order of the configuration.
    package let feeds: [PulledFeed]
    private let ledger: any PullLedger
    private let now: @Sendable () -> Date

    package init(_ feeds: [PulledFeed], ledger: any PullLedger, now: @escaping @Sendable () -> Date) {
        (self.feeds, self.ledger, self.now) = (feeds, ledger, now)
    }

    /// Returns the health of every feed, in the order of the configuration.
    package func health() async throws -> [FeedHealth] {
        var all: [FeedHealth] = []
        for feed in feeds {
            all.append(FeedHealth(feed, try await ledger.pulls(of: feed.name), at: now()))
        }
        return all
    }

    /// Returns the record of each current target of a feed.
    package func records(of feed: PulledFeed) async throws -> [PullRecord] {
        let known = Dictionary(
            try await ledger.pulls(of: feed.name).map { ($0.target, $0) }, uniquingKeysWith: { $1 })
        return feed.targets.map { known[$0.name] ?? PullRecord(feed: feed.name, target: $0.name) }
    }

    /// Returns the number of requests that a feed has sent today, and its limit.
    package func calls(of feed: PulledFeed) async throws -> (sent: Int, limit: Int?) {
        (try await ledger.calls(of: feed.name, on: feed.budgetDay(at: now())), feed.pull.callsPerDay)
    }
}

extension FeedHealth {
    /// Summarises the records of a feed's targets.
    init(_ feed: PulledFeed, _ records: [PullRecord], at now: Date) {
        let known = Dictionary(records.map { ($0.target, $0) }) { first, _ in first }
        let addresses = feed.targets.map { target in
            (state: State(known[target.name], target.schedule, at: now), record: known[target.name])
        }
        let isDisabled = !feed.missingVariables.isEmpty
        let worst = addresses.max { $0.state.gravity < $1.state.gravity }
        let current = addresses.compactMap(\.record)
        self.init(
            name: feed.name, title: feed.definition.title, source: feed.definition.source,
            licence: feed.definition.licence, attribution: feed.definition.attribution,
            state: isDisabled ? .disabled : worst?.state ?? .pending, addresses: addresses.count,
            failing: addresses.count { $0.state != .ok && $0.state != .pending },
            lastAttempt: current.compactMap(\.lastAttempt).max(),
            lastSuccess: current.compactMap(\.lastSuccess).max(),
            lastChange: current.compactMap(\.lastChange).max(),
            nextAttempt: isDisabled
                ? nil : FeedAgenda(feed, records, at: now).next.flatMap { $0 > .distantPast ? $0 : nil },
            fault: worst?.record?.fault)
    }
}

extension FeedHealth.State {
    /// Determines the state of one target.
    init(_ record: PullRecord?, _ schedule: PullSchedule, at now: Date) {
        if record?.fault == .overBudget {
            self = .overBudget
        } else if let success = record?.lastSuccess, schedule.isStale(success, at: now) {
            self = .stale
        } else {
            self = record?.fault != nil ? .failing : record?.lastSuccess == nil ? .pending : .ok
        }
    }

    /// The severity of the state; higher is worse.
    fileprivate var gravity: Int {
        switch self {
        case .ok: 0
        case .pending: 1
        case .failing: 2
        case .overBudget: 3
        case .stale: 4
        case .disabled: 5
        }
    }
}
