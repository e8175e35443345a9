import Alerts
import Delivery
import Foundation
import Storage
import Synchronization

/// A ledger that adjusts to a clock jump only once the test allows it.
final class SlowLedger: OutboxStore {
    let gate = AccessControl()
    private let store: SQLiteStore
    private let adjusting = Mutex(false)

    init(store: SQLiteStore) { self.store = store }

    /// Whether it is adjusting at the moment.
    var isAdjusting: Bool { adjusting.withLock { $0 } }

    func claim(at now: Date, passing blocked: Set<Int64>, limit: Int) async throws -> OutboxClaim {
        try await store.claim(at: now, passing: blocked, limit: limit)
    }

    func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.prepare(run, line: line, at: now)
    }

    func record(_ acts: [OutboxAct], at now: Date) async throws { try await store.record(acts, at: now) }

    func expire(at now: Date) async throws -> Int { try await store.expire(at: now) }

    func clockWentBack(by distance: Duration?, to now: Date) async throws {
        // A program's first check knows no distance.
        if distance != nil {
            adjusting.withLock { $0 = true }
            await gate.wait()
            adjusting.withLock { $0 = false }
        }
        try await store.clockWentBack(by: distance, to: now)
    }
}
