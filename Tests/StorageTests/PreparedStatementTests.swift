import GRDB
import GRDBSQLite
import SampleTesting
import Testing

@testable import Storage

/// What a connection to SQLite keeps of the statements that it has prepared, which it keeps for good.
@Suite struct PreparedStatementTests {
    @Test func `lists of numbers of any length are one statement`() async throws {
        let opened = try OpenedArchive()
        try await opened.store.pool.read { database in
            let runner = SQLiteRunner(database)
            func find(_ count: Int64) throws -> Int {
                let numbers = Array(1...count)
                return try runner.rows(
                    """
                    SELECT value FROM json_each('[2, 3, 5, 7, 1000]')
                    WHERE \(.isOne(ofNumbers: numbers, "value"))
                    """
                ).count
            }
            #expect(try find(1) == 0)
            let kept = try Self.keptBytes(of: database)
            #expect(kept > 0)
            #expect(try find(2) == 1)
            #expect(try find(7) == 4)
            #expect(try find(1_000) == 5)
            // A statement also keeps the list that it was given last.
            #expect(try find(1) == 0)
            #expect(try Self.keptBytes(of: database) == kept)
            // Values in the text make another statement.
            _ = try runner.rows("SELECT 1 AS one WHERE \(.isOne(of: [1, 2], "1"))")
            #expect(try Self.keptBytes(of: database) > kept)
        }
    }

    /// The bytes of all statements that a connection has prepared.
    ///
    /// https://sqlite.org/c3ref/c_dbstatus_options.html#sqlitedbstatusstmtused
    private static func keptBytes(of database: Database) throws -> Int32 {
        var (bytes, highest) = (Int32(0), Int32(0))
        let result = sqlite3_db_status(
            database.sqliteConnection, SQLITE_DBSTATUS_STMT_USED, &bytes, &highest, 0)
        try #require(result == SQLITE_OK)
        return bytes
    }
}
