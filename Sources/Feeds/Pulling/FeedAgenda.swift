import Feeds
import Foundation
import Observations

/// Which targets of a feed are due, and when.
struct FeedAgenda {
    /// The longest delay of an attempt.
    ///
    /// A later date was written by a wrong clock.
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

    /// Returns the due targets, longest waiting first, so that one broken address does not delay the others.
    func due(at now: Date) -> [PullTarget] {
        let due = targets.filter { attempt(at: $0) <= now }
        return due.sorted { attempt(at: $0) < attempt(at: $1) }
    }

    /// Whether requests to the provider are paused.
    func isPaused(at now: Date) -> Bool { pausedUntil > now }

    /// The end of the host's pause, which applies to all feeds on it.
    var hostPausedUntil: Date { pause { $0 == .tooManyRequests || $0 == .unavailable } }

    /// When the next target is due; in the distant past if a target was never requested.
    var next: Date? { targets.map(attempt).min().map { max($0, pausedUntil) } }

    private func attempt(at target: PullTarget) -> Date {
        records[target.name]?.nextAttempt ?? .distantPast
    }

    /// The end of the provider's pause, after a fault that concerns more than one address.
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
    /// Whether the fault rules out other requests to the provider as well.
    var concernsProvider: Bool {
        switch self {
        case .tooManyRequests, .unavailable, .overBudget: true
        case .badRequest, .unauthorized, .forbidden, .notFound, .invalidResponse, .malformedURL, .timeout,
            .connectionLost, .notKept, .unknown:
            false
        }
    }
}
