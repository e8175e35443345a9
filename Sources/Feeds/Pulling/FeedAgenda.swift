import Feeds
import Foundation
import Observations

/// What of a feed is to be asked for, and when.
struct FeedAgenda {
    /// Nothing is ever put off for longer: a date beyond was written by a clock that went wrong.
    private static let horizon: TimeInterval = 8 * 86_400

    private let targets: [PullTarget]
    private var records: [String: PullRecord]

    init(_ feed: PulledFeed, _ records: [PullRecord], at now: Date) {
        targets = feed.targets
        let end = now.addingTimeInterval(Self.horizon)
        self.records = Dictionary(records.map { ($0.target, $0) }) { first, _ in first }
            .mapValues { record in
                var record = record
                if let next = record.nextAttempt, next > end { record.nextAttempt = nil }
                return record
            }
    }

    mutating func note(_ record: PullRecord) { records[record.target] = record }

    /// What is due, and what has waited longest first: one address that is broken delays no other.
    func due(at now: Date) -> [PullTarget] {
        let due = targets.filter { attempt(at: $0) <= now }
        return due.sorted { attempt(at: $0) < attempt(at: $1) }
    }

    /// Whether the provider is left alone, whatever is due.
    func isPaused(at now: Date) -> Bool { pausedUntil > now }

    /// Until when the host is left alone, whichever feed asks it for less.
    var hostPausedUntil: Date { pause { $0 == .tooManyRequests || $0 == .unavailable } }

    /// When something is due; long ago, when something was never asked for.
    var next: Date? { targets.map(attempt).min().map { max($0, pausedUntil) } }

    private func attempt(at target: PullTarget) -> Date {
        records[target.name]?.nextAttempt ?? .distantPast
    }

    /// Until when the provider is left alone: it spoke of itself and not of one address.
    var pausedUntil: Date { pause(after: \.concernsProvider) }

    private func pause(after isReason: (FeedFault) -> Bool) -> Date {
        let pauses = targets.compactMap { target -> Date? in
            guard let record = records[target.name], let fault = record.fault, isReason(fault)
            else { return nil }
            return record.nextAttempt
        }
        return pauses.max() ?? .distantPast
    }
}

extension FeedFault {
    /// Whether it is of no use to ask the provider for something else.
    var concernsProvider: Bool {
        switch self {
        case .tooManyRequests, .unavailable, .overBudget: true
        case .badRequest, .unauthorized, .forbidden, .notFound, .invalidResponse, .malformedURL, .timeout,
            .connectionLost, .notKept, .unknown:
            false
        }
    }
}
