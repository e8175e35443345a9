import Alerts
import Synchronization

/// Counters of an ``Outbox`` since it started.
package struct OutboxCounts: Hashable, Sendable {
    /// Messages that the next hop accepted.
    package var sent = 0
    /// Messages whose receiver confirmed them.
    package var delivered = 0
    /// Messages that were given up.
    package var failed = 0
    /// Failed tries that will be retried.
    package var retries = 0
    /// Channels that were parked or removed because their receiver refuses messages.
    package var refused = 0
    /// Messages that were not sent because their alert had ended or there were too many.
    package var dropped = 0
    /// Reads and writes of the ledger that failed.
    package var ledgerFailures = 0

    package static let none = OutboxCounts()

    /// The sums of two outboxes.
    package static func + (left: OutboxCounts, right: OutboxCounts) -> OutboxCounts {
        OutboxCounts(
            sent: left.sent + right.sent, delivered: left.delivered + right.delivered,
            failed: left.failed + right.failed, retries: left.retries + right.retries,
            refused: left.refused + right.refused, dropped: left.dropped + right.dropped,
            ledgerFailures: left.ledgerFailures + right.ledgerFailures)
    }

    mutating func add(_ acts: [OutboxAct]) {
        for act in acts {
            switch act {
            case .tried(_, .sent): sent += 1
            case .tried(_, .delivered): delivered += 1
            case .tried: failed += 1
            case .dropped: dropped += 1
            case .again: retries += 1
            case .park, .remove: refused += 1
            case .begun, .arrived, .failing: break
            }
        }
    }
}

/// Counters that several tasks update.
final class OutboxTally: Sendable {
    private let counts = Mutex(OutboxCounts())

    var current: OutboxCounts { counts.withLock { $0 } }

    func note(_ change: (inout OutboxCounts) -> Void) { counts.withLock { change(&$0) } }
}
