/// Finds out whether a pooler hands each transaction to another session of the server.
///
/// PgBouncer invents the number of the process that it names at the start, so a true number that differs
/// shows that a pooler is there. In transaction mode a second client then gets the session of the first,
/// which does nothing just now; in session mode it never does. Where a pooler lets its sessions take turns, or
/// other clients come in between, the first client meets another session when it asks again.
enum PoolerProbe {
    /// How often the first client asks: with two sessions that take turns, twice would be enough.
    private static let questions = 3

    /// Refuses such a pooler.
    ///
    /// - Throws: ``PostgreSQLError/transactionPooler``, and why a second connection cannot be made.
    static func check(
        _ first: PostgreSQLConnection, _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits
    ) async throws {
        guard try await first.isPooled() else { return }
        var own: Set<Int> = []
        for _ in 0..<questions { own.insert(try await process(first)) }
        let second = try await PostgreSQLConnection.open(address, limits)
        // While the second is in a transaction, the first has to find its own session.
        let between = try await second.run { session in
            try session.transaction { session in try Self.process(session) }
        }
        own.insert(try await process(first))
        guard own.count == 1, !own.contains(between) else { throw PostgreSQLError.transactionPooler }
    }

    private static func process(_ connection: PostgreSQLConnection) async throws -> Int {
        try await connection.run { session in try Self.process(session) }
    }

    private static func process(_ session: PostgreSQLSession) throws(PostgreSQLError) -> Int {
        try session.value("SELECT pg_backend_pid()") ?? 0
    }
}
