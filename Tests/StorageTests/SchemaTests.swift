import Foundation
import GRDB
import SampleTesting
import Testing

@testable import Storage

@Suite struct SchemaTests {
    let opened: OpenedArchive

    init() throws { opened = try OpenedArchive() }

    /// Rows that every table accepts, one INSERT each.
    private static let good = [
        """
        INSERT INTO station (number, id, name, longitude, latitude, timeZone, isSimulated)
        VALUES (1, 'basel', 'Basel', 7.5, 47.5, 'UTC', 0)
        """,
        "INSERT INTO account (id, name, created) VALUES (1, 'anna', 0)",
        fence(1, "home"),
        alert(1, "a"),
    ]

    private static func fence(
        _ number: Int, _ id: String, account: Int = 1, size: Int = 200, kinds: Int = 7,
        quiet: String = "NULL, NULL"
    ) -> String {
        """
        INSERT INTO fence (
            number, id, account, sealed, kinds, fieldMaximum, unsure, timeZone, quietFrom, quietUntil)
        VALUES (\(number), '\(id)', \(account), zeroblob(\(size)), \(kinds), 0, 1, 'GMT', \(quiet))
        """
    }

    private static func alert(
        _ number: Int, _ id: String, kind: String = "user", message: String = "alert",
        reference: String = "NULL",
        level: String = "NULL", latitude: Double = 47.5, sent: Int = 0, station: String = "NULL",
        value: String = "NULL"
    ) -> String {
        """
        INSERT INTO alert (
            number, id, kind, message, reference, low, high, level, longitude, latitude, sent, expires, station, value)
        VALUES (
            \(number), '\(id)', '\(kind)', '\(message)', \(reference), -1, -1, \(level), 180, \(latitude), \(sent),
            60, \(station), \(value))
        """
    }

    private static func line(
        _ account: Int = 1, channel: String = "0", state: String = "delivered", due: String = "NULL"
    ) -> String {
        """
        INSERT INTO delivery (alert, account, channel, state, fences, created, due, updated)
        VALUES (1, \(account), \(channel), '\(state)', '[]', 0, \(due), 0)
        """
    }

    private func fill() async throws {
        for sql in Self.good { try await opened.execute(sql) }
    }

    @Test(arguments: [
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 1, -0.1, NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 1, 9e999, NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 1, NULL, NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 1, 'many', NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (128, 18360, 1, 1, NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 9, 1, NULL, 0)",
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (2, 18360, 1, 1, 26, 0)",
        "INSERT INTO reading (allergen, day, station, value, received, quality) VALUES (2, 18360, 1, 1, 0, 4)",
        "INSERT INTO reading (allergen, day, station, value, received, detectionLimit) VALUES (2, 18360, 1, 1, 0, 0)",
        "INSERT INTO stationNote VALUES (1, 18360, '', 0)",
        "INSERT INTO hourlyReading (station, allergen, day, ending, value, received) VALUES (1, 2, 18360, 0, -1, 0)",
        "INSERT INTO forecast (allergen, day, station, value, received) VALUES (2, 18360, 1, -1, 0)",
        "INSERT INTO station VALUES (2, '', 'Nowhere', 0, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'basel', 'Again', 0, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'bern', 'Bern', 180.1, 0, NULL, 'UTC', NULL, 0)",
        "INSERT INTO station VALUES (2, 'bern', 'Bern', 0, 0, NULL, 'UTC', NULL, 2)",
        "INSERT INTO account (id, name, created) VALUES (2, 'ANNA', 0)",
        "INSERT INTO credential (id, account, station, hash, created) VALUES ('a', NULL, NULL, zeroblob(32), 0)",
        "INSERT INTO credential (id, account, station, hash, created) VALUES ('a', 1, 1, zeroblob(32), 0)",
        "INSERT INTO credential (id, account, station, hash, created) VALUES ('a', 1, NULL, zeroblob(31), 0)",
        fence(2, "home"), fence(2, "two", size: 33), fence(2, "two", kinds: 0),
        fence(2, "two", account: 9),
        fence(2, "two", quiet: "60, NULL"), fence(2, "two", quiet: "60, 1440"),
        "INSERT INTO fenceOutline VALUES (9, zeroblob(80), NULL)",
        "INSERT INTO fenceOutline VALUES (1, zeroblob(33), NULL)",
        "INSERT INTO fenceOutline VALUES (1, zeroblob(80), '[]')",
        "INSERT INTO formerFence VALUES (7, 9, zeroblob(40))",
        "INSERT INTO profile VALUES (1, zeroblob(40), 'en', 'adult', 'GMT', 1440, 1, 420)",
        "INSERT INTO announcedLevel VALUES (1, 2, 0, 18360)",
        alert(2, "b", kind: "rumour"), alert(2, "b", latitude: 90.5), alert(2, "b", sent: 60),
        alert(2, "b", level: "9"), alert(2, "b", message: "cancel"), alert(2, "b", reference: "1"),
        alert(2, "b", kind: "station"), alert(2, "b", value: "80"),
        "INSERT INTO report VALUES (1, 1, 1, 0, 0, 0, 0, 0, 1, NULL, 2, 0)",
        line(channel: "NULL"), line(state: "lost"), line(state: "queued"), line(due: "60"),
        """
        INSERT INTO channel (id, account, kind, key, target, rhythm, state, created)
        VALUES ('c', 1, 'pigeon', x'6b', x'7b7d', 'single', 'active', 0)
        """,
    ])
    func `the schema refuses a row that breaks a rule`(sql: String) async throws {
        try await fill()
        let error = await #expect(throws: DatabaseError.self) { try await opened.execute(sql) }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT, "\(sql)")
    }

    @Test(arguments: [
        "INSERT INTO reading (allergen, day, station, value, hours, received) VALUES (127, 18360, 1, 0, 25, 0)",
        "INSERT INTO credential (id, account, station, hash, created) VALUES ('a', 1, NULL, zeroblob(32), 0)",
        fence(2, "two", size: 34), fence(2, "two", quiet: "0, 1439"),
        alert(2, "b", kind: "station", level: "4", station: "1", value: "80"),
        alert(2, "b", message: "cancel", reference: "1"),
        line(), line(channel: "7", state: "queued", due: "60"),
    ])
    func `the schema accepts a row that follows the rules`(sql: String) async throws {
        try await fill()
        try await opened.execute(sql)
    }

    @Test func `a row that refers to none is refused, also where its number is asked for`() async throws {
        try await fill()
        let insertion: SQL = """
            INSERT INTO notice (account, sealed, raised) VALUES (9, zeroblob(40), 0) RETURNING number
            """
        let error = await #expect(throws: DatabaseError.self) {
            try await opened.store.pool.write { try $0.insertedNumber(insertion) }
        }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        #expect(try await opened.count("notice") == 0)
    }

    @Test func `removing an account removes all of its rows`() async throws {
        try await fill()
        try await opened.execute("INSERT INTO report VALUES (1, 1, 1, 0, 0, 0, 0, 0, 1, NULL, 0, 0)")
        try await opened.execute(
            "INSERT INTO credential (id, account, station, hash, created) VALUES ('a', 1, NULL, zeroblob(32), 0)"
        )
        try await opened.execute("DELETE FROM account")
        for table in ["fence", "report", "credential"] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
    }

    @Test func `an existing file is opened again with its content`() async throws {
        try await fill()
        let again = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        #expect(try await again.station("basel") != nil)
        #expect(try await again.integrityProblems().isEmpty)
    }

    @Test func `a file of an older version is migrated`() async throws {
        let path = opened.folder.path("older.sqlite")
        let first = try #require(Schema.migrator.migrations.first)
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: first)
        try await queue.write { try $0.execute(sql: Self.good[0]) }
        try queue.close()
        let store = try SQLiteStore(path: path)
        #expect(try await store.station("basel") != nil)
        #expect(try await store.addAccount(named: "anna", at: noon) != nil)
    }

    @Test func `a file of a newer version is refused and stays as it is`() async throws {
        let path = opened.folder.path("store.sqlite")
        try await opened.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
        let error = #expect(throws: DatabaseError.self) { _ = try SQLiteStore(path: path) }
        #expect(error?.message?.contains("newer version") == true, "\(String(describing: error))")
    }

    @Test func `another program's database is refused and stays as it is`() async throws {
        let path = opened.folder.path("foreign.sqlite")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
        let error = #expect(throws: DatabaseError.self) { _ = try SQLiteStore(path: path) }
        #expect(error?.message?.contains("another program") == true, "\(String(describing: error))")
        let tables = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") }
        #expect(tables == ["song"])
    }

    @Test func `a file that is not a database is refused`() throws {
        let file = try opened.folder.file(
            "text.sqlite", holding: String(repeating: "no database ", count: 99))
        let error = #expect(throws: DatabaseError.self) { _ = try SQLiteStore(path: file.path) }
        #expect(error?.resultCode == .SQLITE_NOTADB)
    }
}
