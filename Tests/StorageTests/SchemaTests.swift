import Allergens
import Foundation
import GRDB
import SampleTesting
import Testing

@testable import Storage

@Suite struct SchemaTests {
    let opened: OpenedArchive

    init() throws { opened = try OpenedArchive() }

    /// Rows that every table takes, one INSERT each.
    private static let good = [
        """
        INSERT INTO station (number, id, name, longitude, latitude, timeZone, isSimulated)
        VALUES (1, 'basel', 'Basel', 7.5, 47.5, 'UTC', 0)
        """,
        "INSERT INTO account (id, name, created) VALUES (1, 'anna', 0)",
        "INSERT INTO fence VALUES (1, 'home', 1, 'Home', 7.5, 47.5, 5000, NULL, 7)",
        """
        INSERT INTO alert VALUES (1, 'a', 'user', 0, 0, NULL, 7.5, 47.5, 0, 60, 'News', NULL)
        """,
    ]

    private func fill() async throws {
        for sql in Self.good { try await opened.execute(sql) }
    }

    @Test(arguments: [
        "INSERT INTO reading VALUES (2, 18360, 1, -0.1, NULL, 0)",
        "INSERT INTO reading VALUES (2, 18360, 1, 9e999, NULL, 0)",
        "INSERT INTO reading VALUES (2, 18360, 1, NULL, NULL, 0)",
        "INSERT INTO reading VALUES (2, 18360, 1, 'many', NULL, 0)",
        "INSERT INTO reading VALUES (128, 18360, 1, 1, NULL, 0)",
        "INSERT INTO reading VALUES (2, 18360, 9, 1, NULL, 0)",
        "INSERT INTO reading VALUES (2, 18360, 1, 1, 26, 0)",
        "INSERT INTO hourlyReading VALUES (1, 2, 18360, 0, -1, 0)",
        "INSERT INTO forecast VALUES (2, 18360, 1, -1, 0)",
        "INSERT INTO station VALUES (2, '', 'Nowhere', 0, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'basel', 'Again', 0, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'bern', 'Bern', 180.1, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'bern', 'Bern', 0, 0, NULL, 'UTC', NULL, 2)",
        "INSERT INTO account VALUES (2, 'ANNA', 0)",
        "INSERT INTO credential VALUES ('a', NULL, NULL, zeroblob(32), 0)",
        "INSERT INTO credential VALUES ('a', 1, 1, zeroblob(32), 0)",
        "INSERT INTO credential VALUES ('a', 1, NULL, zeroblob(31), 0)",
        "INSERT INTO fence VALUES (2, 'two', 1, 'Two', 0, 0, NULL, NULL, 7)",
        "INSERT INTO fence VALUES (2, 'two', 1, 'Two', 0, 0, 500, '[]', 7)",
        "INSERT INTO fence VALUES (2, 'two', 1, 'Two', 0, 0, 99, NULL, 7)",
        "INSERT INTO fence VALUES (2, 'two', 1, 'Two', 0, 0, 500, NULL, 0)",
        "INSERT INTO fence VALUES (2, 'two', 9, 'Two', 0, 0, 500, NULL, 7)",
        "INSERT INTO fenceLevel VALUES (1, 2, 0)",
        "INSERT INTO fenceLevel VALUES (1, 2, 5)",
        "INSERT INTO announcement VALUES (1, 2, 0, 18360)",
        "INSERT INTO alert VALUES (2, 'b', 'rumour', 0, 0, NULL, 0, 0, 0, 60, 'News', NULL)",
        "INSERT INTO alert VALUES (2, 'b', 'user', 0, 0, NULL, 0, 90.5, 0, 60, 'News', NULL)",
        "INSERT INTO alert VALUES (2, 'b', 'user', 0, 0, NULL, 0, 0, 60, 60, 'News', NULL)",
        "INSERT INTO alert VALUES (2, 'b', 'user', 0, 0, 9, 0, 0, 0, 60, 'News', NULL)",
        "INSERT INTO report VALUES (1, 1, 0, 0, '[]', 'fifty-one characters are one more than a report may have')",
        "INSERT INTO delivery (alert, account, channel, fences, created) VALUES (1, 1, 'pigeon', '[]', 0)",
        "INSERT INTO delivery (alert, account, channel, fences, created) VALUES (1, 9, 'live', '[]', 0)",
    ])
    func `a row that breaks a rule is refused by the schema`(sql: String) async throws {
        try await fill()
        let error = await #expect(throws: DatabaseError.self) { try await opened.execute(sql) }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT, "\(sql)")
    }

    @Test(arguments: [
        "INSERT INTO reading VALUES (127, 18360, 1, 0, 25, 0)",
        "INSERT INTO credential VALUES ('a', 1, NULL, zeroblob(32), 0)",
        "INSERT INTO fence VALUES (2, 'two', 1, 'Two', 0, 0, NULL, '[]', 7)",
        "INSERT INTO alert VALUES (2, 'b', 'station', -1, -1, 4, 180, -90, 0, 1, 'News', 1)",
        "INSERT INTO delivery (alert, account, channel, fences, created) VALUES (1, 1, 'live', '[]', 0)",
    ])
    func `a row that keeps the rules is taken`(sql: String) async throws {
        try await fill()
        try await opened.execute(sql)
    }

    @Test func `an account takes everything of its own with it`() async throws {
        try await fill()
        try await opened.execute("INSERT INTO report VALUES (1, 1, 0, 0, '[]', NULL)")
        try await opened.execute("INSERT INTO credential VALUES ('a', 1, NULL, zeroblob(32), 0)")
        try await opened.execute(
            "INSERT INTO delivery (alert, account, channel, fences, created) VALUES (1, 1, 'live', '[]', 0)")
        try await opened.execute("DELETE FROM account")
        for table in ["fence", "report", "credential", "delivery"] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
    }

    @Test func `an existing file is opened again with what it holds`() async throws {
        try await fill()
        let again = try Archive(path: opened.folder.path("archive.sqlite"))
        #expect(try await again.station("basel") != nil)
        #expect(try await again.integrityProblems().isEmpty)
    }

    @Test func `a file of an older version is brought up to date`() async throws {
        let path = opened.folder.path("older.sqlite")
        let first = try #require(Schema.migrator.migrations.first)
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: first)
        try await queue.write { try $0.execute(sql: Self.good[0]) }
        try queue.close()
        let archive = try Archive(path: path)
        #expect(try await archive.station("basel") != nil)
        #expect(try await archive.addAccount(named: "anna", at: noon) != nil)
    }

    @Test func `a file of a newer version is refused and stays as it is`() async throws {
        let path = opened.folder.path("archive.sqlite")
        try await opened.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
        let error = #expect(throws: DatabaseError.self) { _ = try Archive(path: path) }
        #expect(error?.message?.contains("newer version") == true, "\(String(describing: error))")
    }

    @Test func `a database of another program is refused and stays as it is`() async throws {
        let path = opened.folder.path("foreign.sqlite")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
        let error = #expect(throws: DatabaseError.self) { _ = try Archive(path: path) }
        #expect(error?.message?.contains("another program") == true, "\(String(describing: error))")
        let tables = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") }
        #expect(tables == ["song"])
    }

    @Test func `a file that is no database is refused`() throws {
        let file = try opened.folder.file(
            "text.sqlite", holding: String(repeating: "no database ", count: 99))
        let error = #expect(throws: DatabaseError.self) { _ = try Archive(path: file.path) }
        #expect(error?.resultCode == .SQLITE_NOTADB)
    }
}
