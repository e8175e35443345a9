import Alerts
import Synchronization

/// What an ``Outbox`` has done since it began.
package struct OutboxCounts: Hashable, Sendable {
    /// Messages that were handed on.
    package var sent = 0
    /// Messages that their receiver says it has.
    package var delivered = 0
    /// Messages that were given up.
    package var failed = 0
    /// Tries that did not work and are repeated.
    package var retries = 0
    /// Channels that were parked or removed because their receiver refuses.
    package var refused = 0
    /// Messages that were not sent: their alert had ended, or they were too many.
    package var dropped = 0
    /// Looks and records that the ledger failed to answer.
    package var ledgerFailures = 0

    mutating func add(_ acts: [OutboxAct]) {
        for act in acts {
            switch act {
            case .tried(_, .sent): sent += 1
            case .tried(_, .delivered): delivered += 1
            case .tried: failed += 1
            case .dropped: dropped += 1
            case .again: retries += 1
            case .park, .remove: refused += 1
            case .arrived, .failing: break
            }
        }
    }
}

/// Figures that several tasks write.
final class OutboxTally: Sendable {
    private let counts = Mutex(OutboxCounts())

    var current: OutboxCounts { counts.withLock { $0 } }

    func note(_ change: (inout OutboxCounts) -> Void) { counts.withLock { change(&$0) } }
}
