/// Which program the tables of a database belong to, and in which version.
package struct SchemaMark: Hashable, Sendable {
    package let program: String
    package let version: Int

    package init(program: String, version: Int) {
        self.program = program
        self.version = version
    }
}

/// The lock between a program that changes the tables and those that write rows.
///
/// Who writes shares it until the transaction ends, and looks at the version behind it. So no row is written into
/// tables that a newer program has changed, and none while it changes them.
extension SchemaMark {
    /// Two numbers: the bytes of "brea", and that of the schema, since a database can hold several.
    private static let lock = "\(0x62_72_65_61), current_schema()::regnamespace::oid::int"

    /// Waits until nobody changes the tables, and then reads their version.
    ///
    /// The version is asked for in a statement of its own, which sees what was committed during the wait.
    static let waiting = "SELECT pg_advisory_xact_lock_shared(\(lock)); SELECT version FROM schemaMark"
    /// Reads the version, and whether somebody changes the tables or waits until he may, without a wait.
    fileprivate static let looking =
        "SELECT version, pg_try_advisory_xact_lock_shared(\(lock)) FROM schemaMark"
    /// Waits until nobody writes rows, and lets nobody do so until the transaction ends.
    fileprivate static let holding = "SELECT pg_advisory_xact_lock(\(lock))"

    /// Refuses tables of a newer program, by the answer to ``waiting``.
    func confirm(_ answer: ServerAnswer) throws(PostgreSQLError) {
        guard let found = answer.text.flatMap({ Int($0) }) else { throw .foreignDatabase(program: nil) }
        try confirm(found)
    }

    fileprivate func confirm(_ found: Int) throws(PostgreSQLError) {
        guard found <= version else { throw .newerSchema(found: found, known: version) }
    }
}

extension PostgreSQLSession {
    /// Lets nobody who writes under a mark write rows until the transaction ends, and waits for those who do.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func holdTables() throws(PostgreSQLError) { try script(SchemaMark.holding) }

    /// Looks whether the tables are still those that a program knows.
    ///
    /// - Throws: ``PostgreSQLError/newerSchema(found:known:)``, ``PostgreSQLError/schemaChanging``.
    package func confirm(_ mark: SchemaMark) throws(PostgreSQLError) {
        let found = try row("\(sql: SchemaMark.looking)") { row throws(PostgreSQLError) -> (Int, Bool) in
            (try row[0], try row[1])
        }
        guard let (version, isQuiet) = found else { throw .foreignDatabase(program: nil) }
        try mark.confirm(version)
        guard isQuiet else { throw .schemaChanging }
    }

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
        try mark.confirm(found.version)
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
