package import PostgreSQL

/// What a PostgreSQL server says about itself, for those who look after it.
package struct ServerFacts: Hashable, Sendable {
    /// A server that repeats what the primary does.
    package struct Standby: Hashable, Sendable {
        package let name: String
        /// Whether commits wait for it; `nil` when the user may not know.
        package let isSynchronous: Bool?
        /// What it has not repeated yet, in bytes; `nil` when the user may not know.
        package let bytesBehind: Int?
    }

    /// The version, such as `15.8`.
    package let version: String
    package let encoding: String
    package let collation: String
    /// Whether the server waits for its disk (`fsync`).
    package let flushes: Bool
    /// For what commits wait (`synchronous_commit`).
    package let commitsWaitFor: String
    /// The standbys for which commits have to wait (`synchronous_standby_names`); empty when for none.
    package let neededStandbys: String
    package let standbys: [Standby]
    /// The most connections that users have at once, over all databases of the server.
    package let mostConnections: Int
    package let connections: Int
    /// Whether the user may make tables, and change all that are there.
    package let isOwner: Bool
}

extension ServerFacts {
    /// Asks a server.
    ///
    /// - Throws: `PostgreSQLError`, also for a pooler that hands each transaction to another session.
    package static func read(at address: PostgreSQLAddress) async throws -> ServerFacts {
        let pool = try await PostgreSQLPool(address, size: 1)
        defer { pool.close() }
        return try await pool.run { try ServerFacts(PostgreSQLRunner($0)) }
    }

    private init(_ runner: PostgreSQLRunner) throws {
        guard let row = try runner.row(Self.query)
        else { preconditionFailure("a session is in a database that the server knows") }
        (version, encoding, collation) = (try row["version"], try row["encoding"], try row["collation"])
        (flushes, commitsWaitFor) = (try row["flushes"], try row["commitsWaitFor"])
        (neededStandbys, isOwner) = (try row["neededStandbys"], try row["isOwner"])
        (mostConnections, connections) = (try row["mostConnections"], try row["connections"])
        standbys = try runner.rows(Self.standbyQuery).map { row in
            Standby(
                name: try row["name"], isSynchronous: try row["isSynchronous"],
                bytesBehind: try row["bytesBehind"])
        }
    }

    private static let query: Query = """
        SELECT current_setting('server_version') AS version, pg_encoding_to_char(encoding) AS encoding,
            datcollate AS collation, current_setting('fsync') = 'on' AS flushes,
            current_setting('synchronous_commit') AS commitsWaitFor,
            current_setting('synchronous_standby_names') AS neededStandbys,
            CAST(current_setting('max_connections') AS bigint)
                - CAST(current_setting('superuser_reserved_connections') AS bigint) AS mostConnections,
            (SELECT count(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL) AS connections,
            has_schema_privilege(current_schema(), 'CREATE') AND NOT EXISTS (
                SELECT FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                    AND NOT pg_has_role(relowner, 'USAGE')) AS isOwner
        FROM pg_database WHERE datname = current_database()
        """

    private static let standbyQuery: Query = """
        SELECT application_name AS name, sync_state IN ('sync', 'quorum') AS isSynchronous,
            CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS bigint) AS bytesBehind
        FROM pg_stat_replication ORDER BY application_name
        """
}
