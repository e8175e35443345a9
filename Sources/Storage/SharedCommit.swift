import GRDB
import Synchronization

/// Runs the acts of many callers in few transactions: what comes while the writer is busy shares the next commit.
///
/// A commit waits for the disk, and so a commit for each act would make that the limit of all. Nobody waits for others
/// to come: a lone act is committed at once. Each act runs in a savepoint of its own, so that one that throws undoes
/// nothing of the others; a commit that fails fails all of them.
final class SharedCommit: Sendable {
    /// Acts in one transaction at most.
    static let limit = 64
    /// How long a transaction takes up what waits; others want the writer as well.
    private let patience: Duration

    private struct Waiting {
        /// Runs the act, and says how to answer its caller once the transaction is durable.
        let run: @Sendable (Database) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    private struct Answer {
        let succeed: @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        /// As many as there are callers.
        var waiting: [Waiting] = []
        /// Whether a transaction will come that takes up what waits.
        var isExpected = false
    }

    private let state = Mutex(State())

    init(patience: Duration = .milliseconds(50)) { self.patience = patience }

    /// Runs an act in a transaction, and then `committed`, before the next transaction begins.
    ///
    /// - Returns: What the act returned, once it is durable.
    /// - Throws: What the act throws, or why the transaction could not be committed.
    func write<Outcome: Sendable>(
        to pool: DatabasePool, _ act: @escaping @Sendable (Database) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            let fail: @Sendable (any Error) -> Void = { continuation.resume(throwing: $0) }
            let run: @Sendable (Database) throws -> Answer = { database in
                let outcome = try Self.separately(act, in: database)
                return Answer(
                    succeed: {
                        committed(outcome)
                        continuation.resume(returning: outcome)
                    }, fail: fail)
            }
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(run: run, fail: fail))
                defer { state.isExpected = true }
                return !state.isExpected
            }
            if isFirst { begin(on: pool) }
        }
    }

    private static func separately<Outcome>(
        _ act: (Database) throws -> Outcome, in database: Database
    ) throws -> Outcome {
        // A full disk ends the whole transaction and not only the savepoint of the act that met it.
        guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        var outcome: Outcome?
        try database.inSavepoint {
            outcome = try act(database)
            return .commit
        }
        guard let outcome else { preconditionFailure("a savepoint that does not throw has run its act") }
        return outcome
    }

    private func begin(on pool: DatabasePool) {
        let answers = Mutex<[Answer]>([])
        pool.asyncWrite { [self] database in
            let end = ContinuousClock.now + patience
            for place in 0..<Self.limit {
                guard place == 0 || .now < end, let waiting = next() else { break }
                let answer: Answer
                do {
                    answer = try waiting.run(database)
                } catch {
                    // A refusal may rest on what the others kept, and stands only if that does.
                    answer = Answer(succeed: { waiting.fail(error) }, fail: waiting.fail)
                }
                answers.withLock { $0.append(answer) }
            }
            guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        } completion: { [self] _, result in
            settle(answers.withLock(\.self), result)
            if mustGoOn() { begin(on: pool) }
        }
    }

    private func settle(_ answers: [Answer], _ result: Result<Void, any Error>) {
        switch result {
        case .success: for answer in answers { answer.succeed() }
        case .failure(let error):
            for answer in answers { answer.fail(error) }
            // The transaction did not even begin, because another process writes: nobody waits for ever.
            if answers.isEmpty { while let waiting = next() { waiting.fail(error) } }
        }
    }

    /// Whether an act waits for the one that runs now.
    var othersWait: Bool { waitingCount > 0 }

    /// Acts that wait for their turn.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    private func next() -> Waiting? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    private func mustGoOn() -> Bool {
        state.withLock { state in
            state.isExpected = !state.waiting.isEmpty
            return state.isExpected
        }
    }
}
