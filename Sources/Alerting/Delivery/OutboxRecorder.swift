import Alerts
import Foundation

/// Writes down outcomes, those that come while it writes all in the next transaction.
actor OutboxRecorder {
    /// Rounds whose failure is remembered; whoever waits for one has read it long before.
    private static let memory = 64

    private let ledger: any OutboxStore
    private let now: @Sendable () -> Date
    private var pending: [OutboxAct] = []
    /// The number of the transaction that `pending` will be.
    private var round = 0
    private var isWriting = false
    private var failures: [Int: any Error] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(ledger: any OutboxStore, now: @escaping @Sendable () -> Date) {
        self.ledger = ledger
        self.now = now
    }

    /// Writes down acts; when this returns, they are durable.
    ///
    /// Whoever comes first writes for all who have come until then.
    func record(_ acts: [OutboxAct]) async throws {
        guard !acts.isEmpty else { return }
        pending += acts
        let mine = round
        while isWriting {
            await withCheckedContinuation { waiting.append($0) }
        }
        if round == mine { await write() }
        if let failure = failures[mine] { throw failure }
    }

    private func write() async {
        let (acts, number) = (pending, round)
        pending = []
        round += 1
        isWriting = true
        do {
            // What has arrived is written down even when whoever writes is to end: a database gives up the work of a
            // task that is cancelled. This one is waited for, and has nothing to wait for but the ledger.
            try await Task { [ledger, now] in try await ledger.record(acts, at: now()) }.value
        } catch {
            failures = failures.filter { $0.key > number - Self.memory }
            failures[number] = error
        }
        isWriting = false
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}
