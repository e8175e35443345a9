/// Which program the tables of a database belong to, and in which version.
package struct SchemaMark: Hashable, Sendable {
    package let program: String
    package let version: Int

    package init(program: String, version: Int) {
        self.program = program
        self.version = version
    }
}

extension PostgreSQLSession {
    /// Looks whose database it is.
    ///
    /// - Parameter mark: This program, and the newest schema that it knows.
    /// - Returns: The version of the schema that is there; 0 in an empty database.
    /// - Throws: ``PostgreSQLError/foreignDatabase(program:)``,
    ///   ``PostgreSQLError/newerSchema(found:known:)``.
    package func schemaVersion(for mark: SchemaMark) throws(PostgreSQLError) -> Int {
        guard try value("SELECT to_regclass('schemaMark') IS NOT NULL") == true else {
            let isEmpty = try value(
                "SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace)",
                as: Bool.self)
            guard isEmpty == true else { throw .foreignDatabase(program: nil) }
            return 0
        }
        let found = try row("SELECT program, version FROM schemaMark") { row throws(PostgreSQLError) in
            SchemaMark(program: try row[0], version: try row[1])
        }
        guard let found, found.program == mark.program else {
            throw .foreignDatabase(program: found?.program)
        }
        guard found.version <= mark.version else {
            throw .newerSchema(found: found.version, known: mark.version)
        }
        return found.version
    }

    /// Notes whose database it is from now on.
    ///
    /// Belongs into the transaction that changes the tables.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func write(_ mark: SchemaMark) throws(PostgreSQLError) {
        try script(
            """
            CREATE TABLE IF NOT EXISTS schemaMark (
                one bool PRIMARY KEY DEFAULT true CHECK (one), program text NOT NULL, version bigint NOT NULL)
            """)
        try execute(
            """
            INSERT INTO schemaMark (program, version) VALUES (\(mark.program), \(mark.version))
            ON CONFLICT (one) DO UPDATE SET program = excluded.program, version = excluded.version
            """)
    }
}
