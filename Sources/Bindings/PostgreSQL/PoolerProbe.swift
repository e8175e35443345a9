/// Finds out whether a pooler hands each transaction to another session of the server.
///
/// PgBouncer invents the number of the process that it names at the start, so a true number that differs
/// shows that a pooler is there. In transaction mode a second client then gets the session of the first,
/// which does nothing just now; in session mode it never does.
enum PoolerProbe {
    /// Refuses such a pooler.
    ///
    /// - Throws: ``PostgreSQLError/transactionPooler``, and why a second connection cannot be made.
    static func check(
        _ first: PostgreSQLConnection, _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits
    ) async throws {
        guard try await first.isPooled() else { return }
        let before = try await process(first)
        let second = try await PostgreSQLConnection.open(address, limits)
        // While the second is in a transaction, the first has to find its own session.
        let between = try await second.run { session in
            try session.transaction { session in try Self.process(session) }
        }
        guard between != before, try await process(first) == before else {
            throw PostgreSQLError.transactionPooler
        }
    }

    private static func process(_ connection: PostgreSQLConnection) async throws -> Int {
        try await connection.run { session in try Self.process(session) }
    }

    private static func process(_ session: PostgreSQLSession) throws(PostgreSQLError) -> Int {
        try session.value("SELECT pg_backend_pid()") ?? 0
    }
}
