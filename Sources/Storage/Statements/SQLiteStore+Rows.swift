import GRDB
package import People

extension SQLiteStore: RowStore {
    package func readRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await pool.read { try look(SQLiteRunner($0)) }
    }

    /// Reads on the calling thread, since a change of threads takes several times as long.
    package func glanceRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try glance { try look(SQLiteRunner($0)) }
    }

    /// The one connection for look-ups is not held by many rows.
    package func queryRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await readRows(look)
    }

    /// Acts that arrive while the writer is busy share a commit.
    @discardableResult
    package func writeRows<Outcome: Sendable>(
        locking _: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await sharedCommit.write(to: pool, noting(act))
    }

    @discardableResult
    package func writeManyRows<Outcome: Sendable>(
        locking _: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await pool.write(noting(act))
    }

    /// Here nobody sees what is not durable.
    package func confirmRows(of _: Account.ID) {}

    /// Runs an act, and notifies the observers once it is durable.
    private func noting<Outcome: Sendable>(
        _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) -> @Sendable (Database) throws -> Outcome {
        { [notifier] database in
            let runner = SQLiteRunner(database)
            let outcome = try act(runner)
            for changes in runner.changes { notifier.notify(of: changes, after: database) }
            return outcome
        }
    }
}
