import Alerts
import Foundation

/// Records outcomes; those that arrive during a write go into the next transaction together.
actor OutboxRecorder {
    /// Rounds whose failure is remembered; a caller that waits for a round reads it long before that.
    private static let memory = 64

    private let ledger: any OutboxStore
    private let now: @Sendable () -> Date
    private var pending: [OutboxAct] = []
    /// The number of the transaction that will write `pending`.
    private var round = 0
    private var isWriting = false
    private var failures: [Int: any Error] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(ledger: any OutboxStore, now: @escaping @Sendable () -> Date) {
        self.ledger = ledger
        self.now = now
    }

    /// Records acts; when this returns, they are durable.
    ///
    /// The first caller writes for all callers that have arrived by then.
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
            // Arrivals are recorded even when the calling task is cancelled: a database aborts the work of a
            // cancelled task. This unstructured task is awaited and depends on nothing but the ledger.
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
