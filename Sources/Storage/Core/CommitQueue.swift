import Synchronization

/// Acts of many callers that wait to share a transaction, and how each caller hears of its outcome.
///
/// A commit waits for the disk, so one commit per act would limit all of them. Nobody waits for others to
/// come: the first act asks for a transaction, and those that arrive meanwhile are taken on by it or the next.
final class CommitQueue<Session>: Sendable {
    /// An act of one caller.
    struct Act: Sendable {
        /// Runs it, and returns how to answer its caller once the transaction is durable.
        let run: @Sendable (Session) throws -> Answer
        /// Answers its caller that it has failed.
        let fail: @Sendable (any Error) -> Void
    }

    typealias Answer = @Sendable () -> Void

    private struct State {
        var waiting: [Act] = []
        /// Whether a transaction is coming that will take on the waiting acts.
        var isExpected = false
    }

    private let state = Mutex(State())

    /// Waits until an act has been run and committed, and then runs `committed` before the next transaction begins.
    ///
    /// - Parameters:
    ///   - act: May run more than once, where a transaction is begun anew.
    ///   - committed: Gets the act's result once it is durable.
    ///   - begin: Begins a transaction that takes on all that waits; called when none is coming.
    /// - Returns: The act's result, once it is durable.
    /// - Throws: What the act throws, or why the transaction could not be committed.
    func perform<Outcome: Sendable>(
        _ act: @escaping @Sendable (Session) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void = { _ in }, begin: () -> Void
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            let run: @Sendable (Session) throws -> Answer = { session in
                let outcome = try act(session)
                return {
                    committed(outcome)
                    continuation.resume(returning: outcome)
                }
            }
            let isFirst = state.withLock { state in
                state.waiting.append(Act(run: run) { continuation.resume(throwing: $0) })
                defer { state.isExpected = true }
                return !state.isExpected
            }
            if isFirst { begin() }
        }
    }

    /// The number of acts that no transaction has taken on.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Takes on the act that has waited longest.
    func next() -> Act? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    /// Answers the callers of a transaction that has failed.
    ///
    /// Where it took on no act, it could not even begin. Then all that wait fail: no act waits for ever.
    func fail(_ acts: [Act], _ error: any Error) {
        for act in acts { act.fail(error) }
        if acts.isEmpty { while let act = next() { act.fail(error) } }
    }

    /// Whether another transaction has to follow the one that has ended.
    func mustGoOn() -> Bool {
        state.withLock { state in
            state.isExpected = !state.waiting.isEmpty
            return state.isExpected
        }
    }
}
