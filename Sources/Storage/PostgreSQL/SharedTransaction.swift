import PostgreSQL
import Synchronization

/// Runs the acts of many callers that need the same lock in few transactions of PostgreSQL: acts that arrive while one
/// is under way share the next.
///
/// A lone act is committed at once. Each act but the first runs in a savepoint of its own, so that one that throws
/// undoes nothing of the others. A commit that fails fails all of them.
final class SharedTransaction: Sendable {
    private typealias Queue = CommitQueue<PostgreSQLRunner>

    /// The largest number of acts in one transaction.
    ///
    /// The server keeps 64 savepoints of a transaction at hand (its source, PGPROC_MAX_CACHED_SUBXIDS).
    static let limit = 32
    /// How long a transaction takes on waiting acts.
    ///
    /// Other programs want the lock as well.
    private let patience: Duration
    private let lock: RowLock
    private let queue = Queue()

    init(locking lock: RowLock, patience: Duration = .milliseconds(20)) {
        (self.lock, self.patience) = (lock, patience)
    }

    /// Runs an act in a transaction, and again where the transaction is begun anew.
    ///
    /// - Returns: The act's result, once it is durable.
    /// - Throws: What the act throws, or why the transaction could not be committed.
    func write<Outcome: Sendable>(
        to store: PostgreSQLStore, _ act: @escaping @Sendable (PostgreSQLRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await queue.perform(act) { begin(on: store) }
    }

    /// The number of acts that wait for their turn.
    var waitingCount: Int { queue.waitingCount }

    private func begin(on store: PostgreSQLStore) {
        Task { repeat { await transact(on: store) } while queue.mustGoOn() }
    }

    private func transact(on store: PostgreSQLStore) async {
        let taken = Mutex<[Queue.Act]>([])
        do {
            let answers = try await store.write(locking: lock) { [self] runner in
                let end = ContinuousClock.now + patience
                // All over again, where a conflict with others has begun the transaction anew.
                let former = taken.withLock(\.self)
                var answers = try former.map { try answer(to: $0, runner, isAlone: former.count == 1) }
                while answers.isEmpty || answers.count < Self.limit && .now < end, let act = queue.next() {
                    taken.withLock { $0.append(act) }
                    answers.append(try answer(to: act, runner, isAlone: answers.isEmpty))
                }
                return answers
            }
            for answer in answers { answer() }
        } catch {
            queue.fail(taken.withLock(\.self), error)
        }
    }

    /// Runs an act, and returns how to answer its caller after the commit.
    ///
    /// Alone in its transaction, it needs no savepoint: when it throws, nothing of others is undone.
    private func answer(to act: Queue.Act, _ runner: PostgreSQLRunner, isAlone: Bool) throws -> Queue.Answer {
        guard !isAlone else { return try act.run(runner) }
        do { return try runner.separately { try act.run(runner) } } catch {
            if let met = error as? PostgreSQLError, met.endsTransaction { throw error }
            // A refusal may rest on what other acts wrote, so it holds only if they are committed.
            return { act.fail(error) }
        }
    }
}

extension PostgreSQLRunner {
    /// Does an act that undoes nothing of the transaction when it throws, unless its error ends the transaction.
    ///
    /// Its savepoint hides those of the same name before it, so that none has to be released (manual, page SAVEPOINT).
    fileprivate func separately<Outcome>(_ act: () throws -> Outcome) throws -> Outcome {
        try session.script("SAVEPOINT act")
        do { return try act() } catch {
            if let met = error as? PostgreSQLError, met.endsTransaction { throw error }
            try session.script("ROLLBACK TO SAVEPOINT act")
            throw error
        }
    }
}

extension PostgreSQLError {
    /// Whether nothing of the transaction that met it can be kept, not even what was done before a savepoint.
    ///
    /// After a conflict the whole is begun anew.
    fileprivate var endsTransaction: Bool {
        switch self {
        case .refused: isConflict
        case .timedOut, .unfitValue, .unstorable: false
        default: true
        }
    }
}
