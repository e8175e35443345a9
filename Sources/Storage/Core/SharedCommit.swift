import Alerts
import GRDB
import Synchronization

/// Runs the acts of many callers in few transactions: acts that arrive while the writer is busy share the
/// next commit.
///
/// A commit waits for the disk, so one commit per act would limit all of them. Nobody waits for others to
/// come: a lone act is committed at once. Each act runs in a savepoint of its own, so that one that throws
/// undoes nothing of the others. A commit that fails fails all of them.
final class SharedCommit: Sendable {
    /// The largest number of acts in one transaction.
    static let limit = 64
    /// How long a transaction takes on waiting acts.
    ///
    /// Other callers want the writer as well.
    private let patience: Duration

    private struct Waiting {
        /// Runs the act, and returns how to answer its caller once the transaction is durable.
        let run: @Sendable (Database) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    private struct Answer {
        let succeed: @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        /// The waiting acts, one for each caller.
        var waiting: [Waiting] = []
        /// Whether a transaction is coming that will take on the waiting acts.
        var isExpected = false
    }

    private let state = Mutex(State())

    init(patience: Duration = .milliseconds(50)) { self.patience = patience }

    /// Runs an act in a transaction, and then `committed` before the next transaction begins.
    ///
    /// - Returns: The act's result, once it is durable.
    /// - Throws: What the act throws, or why the transaction could not be committed.
    func write<Outcome: Sendable>(
        to pool: StorePool, _ act: @escaping @Sendable (Database) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void = { _ in }
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
        // A full disk ends the whole transaction, not only the savepoint of the act that hit it.
        guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        var outcome: Outcome?
        try database.inSavepoint {
            outcome = try act(database)
            return .commit
        }
        guard let outcome else { preconditionFailure("a savepoint that does not throw has run its act") }
        return outcome
    }

    private func begin(on pool: StorePool) {
        let answers = Mutex<[Answer]>([])
        pool.asyncWrite { [self] database in
            let end = ContinuousClock.now + patience
            for place in 0..<Self.limit {
                guard place == 0 || .now < end, let waiting = next() else { break }
                do {
                    let answer = try waiting.run(database)
                    answers.withLock { $0.append(answer) }
                } catch {
                    let error = pool.health.note(error)
                    // A refusal may rest on what other acts wrote, so it holds only if they are committed.
                    answers.withLock {
                        $0.append(Answer(succeed: { waiting.fail(error) }, fail: waiting.fail))
                    }
                    // What ended the whole transaction, such as a full disk, is what all callers hear.
                    guard database.isInsideTransaction, !Self.concernsAll(error) else { throw error }
                }
            }
            guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        } completion: { [self] result in
            settle(answers.withLock(\.self), result)
            if mustGoOn() { begin(on: pool) }
        }
    }

    /// Whether a disk has refused what it refuses to every act: the commit of what is left would prove nothing of it.
    private static func concernsAll(_ error: any Error) -> Bool {
        guard let failure = error as? StoreFailure else { return false }
        return failure != .keys && failure != .busy
    }

    private func settle(_ answers: [Answer], _ result: Result<Void, any Error>) {
        switch result {
        case .success: for answer in answers { answer.succeed() }
        case .failure(let error):
            for answer in answers { answer.fail(error) }
            // The transaction could not even begin, because another process is writing. No act waits for
            // ever.
            if answers.isEmpty { while let waiting = next() { waiting.fail(error) } }
        }
    }

    /// Whether other acts wait for the running one.
    var othersWait: Bool { waitingCount > 0 }

    /// The number of acts that wait for their turn.
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
