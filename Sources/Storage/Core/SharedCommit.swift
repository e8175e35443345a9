import Alerts
import GRDB
import Synchronization

/// Runs the acts of many callers in few transactions of SQLite: acts that arrive while the writer is busy share the
/// next commit.
///
/// A lone act is committed at once. Each act runs in a savepoint of its own, so that one that throws undoes
/// nothing of the others. A commit that fails fails all of them.
final class SharedCommit: Sendable {
    private typealias Queue = CommitQueue<Database>

    /// The largest number of acts in one transaction.
    static let limit = 64
    /// How long a transaction takes on waiting acts.
    ///
    /// Other callers want the writer as well.
    private let patience: Duration
    private let queue = Queue()

    init(patience: Duration = .milliseconds(50)) { self.patience = patience }

    /// Runs an act in a transaction, and then `committed` before the next transaction begins.
    ///
    /// - Returns: The act's result, once it is durable.
    /// - Throws: What the act throws, or why the transaction could not be committed.
    func write<Outcome: Sendable>(
        to pool: StorePool, _ act: @escaping @Sendable (Database) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) async throws -> Outcome {
        try await queue.perform({ try Self.separately(act, in: $0) }, committed: committed) {
            begin(on: pool)
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
        let taken = Mutex<(acts: [Queue.Act], answers: [Queue.Answer])>(([], []))
        pool.asyncWrite { [self] database in
            let end = ContinuousClock.now + patience
            for place in 0..<Self.limit {
                guard place == 0 || .now < end, let act = queue.next() else { break }
                taken.withLock { $0.acts.append(act) }
                do {
                    let answer = try act.run(database)
                    taken.withLock { $0.answers.append(answer) }
                } catch {
                    let error = pool.health.note(error)
                    // A refusal may rest on what other acts wrote, so it holds only if they are committed.
                    taken.withLock { $0.answers.append { act.fail(error) } }
                    // What ended the whole transaction, such as a full disk, is what all callers hear.
                    guard database.isInsideTransaction, !Self.concernsAll(error) else { throw error }
                }
            }
            guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        } completion: { [self] result in
            let (acts, answers) = taken.withLock(\.self)
            switch result {
            case .success: for answer in answers { answer() }
            case .failure(let error): queue.fail(acts, error)
            }
            if queue.mustGoOn() { begin(on: pool) }
        }
    }

    /// Whether a disk has refused what it refuses to every act: the commit of what is left would prove nothing of it.
    private static func concernsAll(_ error: any Error) -> Bool {
        guard let failure = error as? StoreFailure else { return false }
        return failure != .keys && failure != .busy
    }

    /// Whether other acts wait for the running one.
    var othersWait: Bool { waitingCount > 0 }

    /// The number of acts that wait for their turn.
    var waitingCount: Int { queue.waitingCount }
}
