import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Observations
import People
import SampleTesting
import Testing

@testable import Storage

/// Opens a file from before fences had rules and alerts had revisions, with today's program.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One subscriber with a circle and a polygon over the antimeridian, one reporter, a station's alert and two reports.
    private static let contents = """
        INSERT INTO station (number, id, name, longitude, latitude, timeZone, isSimulated)
        VALUES (1, 'basel', 'Basel', 7.58, 47.56, 'Europe/Zurich', 0);
        INSERT INTO account (id, name, created) VALUES (3, 'anna', 0), (5, 'bert', 0);
        INSERT INTO credential VALUES ('token', 3, NULL, zeroblob(32), 0);
        INSERT INTO idempotentAnswer VALUES (3, 'key', zeroblob(32), '/one', x'31', 0);
        INSERT INTO fence VALUES (4, 'home', 3, 'Home', 7.58, 47.56, 5000, NULL, 3),
            (9, 'fiji', 3, 'Fiji', 179.5, -17.5, NULL,
            '[[[[179,-18],[180,-18],[180,-17],[179,-17],[179,-18]]],[[[-180,-18],[-179,-18],[-179,-17],[-180,-17],[-180,-18]]]]',
            7);
        INSERT INTO fenceLevel VALUES (4, 2, 2), (4, 21, 4), (9, 2, 1);
        INSERT INTO fenceBox VALUES (8, 7.5, 7.7, 47.5, 47.7, 4, 4, 0, 3), (18, 179, 180, -18, -17, 9, 4, 0, 7),
            (19, -180, -179, -18, -17, 9, 4, 0, 7);
        INSERT INTO announcement VALUES (4, 2, 3, 18360);
        INSERT INTO alert VALUES
            (1, 'measured', 'station', 4, 0, 3, 7.58, 47.56, 1586340000, 1586426400, 'Birch: high', 1),
            (2, 'reported', 'user', 4, 0, NULL, 7.6, 47.6, 1586340000, 1586383200, 'Somebody', NULL),
            (6, 'unsure', 'user', 0, 0, NULL, 7.6, 47.6, 1586340060, 1586383260, 'Somebody', NULL);
        INSERT INTO alertBox VALUES (1, 7.58, 7.58, 47.56, 47.56, 0, 9e6, 4, 0),
            (2, 7.6, 7.6, 47.6, 47.6, 0, 9e6, 4, 0), (6, 7.6, 7.6, 47.6, 47.6, 0, 9e6, 0, 0);
        INSERT INTO report VALUES (2, 5, 7.601, 47.561, '["cough"]', 'by the river'),
            (6, 5, 7.601, 47.561, '[]', NULL);
        INSERT INTO delivery VALUES (11, 1, 3, 'live', '["Home"]', 1586340000),
            (12, 2, 3, 'live', '["Home"]', 1586340000), (17, 6, 3, 'live', '["Home"]', 1586340060);
        """

    /// Opens a file as earlier versions have left it, with the schema that has `step` as its last.
    private func migrated(by step: String = "alerts and ledger") async throws -> SQLiteStore {
        try SQLiteStore(path: try await older(by: step))
    }

    /// Makes a file as earlier versions have left it, with the schema that has `step` as its last.
    ///
    /// - Parameters:
    ///   - step: The last step.
    ///   - name: The name of the file.
    ///   - change: Statements that are run afterwards.
    /// - Returns: Its path.
    /// - Throws: The errors of SQLite.
    private func older(
        by step: String, named name: String = "older.sqlite", then change: String = ""
    ) async throws -> String {
        let path = folder.path(name)
        let cipher = RowCipher(.throwAway)
        var configuration = Configuration()
        configuration.prepareDatabase { SQLFunctions.register(in: $0, cipher) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try Schema.migrator.migrate(queue, upTo: "alerts and ledger")
        try await queue.write { try $0.execute(sql: Self.contents) }
        try Schema.migrator(sealing: cipher).migrate(queue, upTo: step)
        try await queue.write { try $0.execute(sql: change) }
        try queue.close()
        return path
    }

    /// The schemas since the one that the contents belong to, by their last steps.
    private static let steps = Array(Schema.migrator.migrations.drop { $0 != "alerts and ledger" })

    @Test(arguments: steps)
    func `the file of each earlier schema is opened with all that it holds`(step: String) async throws {
        let store = try await migrated(by: step)
        #expect(try await store.integrityProblems().isEmpty)
        #expect(try await store.station("basel")?.name == "Basel")
        #expect(try await store.account(anna)?.name == "anna")
        #expect(try await store.credential("token")?.principal == .account(anna))
        #expect(try await store.fences(of: anna).map(\.name) == ["Home", "Fiji"])
        let entries = try await store.inbox(of: anna, .after(0), unreadOnly: true, limit: 10)
        let alerts = entries.map(\.entry.alert)
        #expect(alerts.map(\.id.rawValue) == ["reported", "unsure"])
        #expect(alerts.first?.testimony?.comment == "by the river")
        try store.checkpoint()
        let bytes = try Data(contentsOf: URL(filePath: folder.path("older.sqlite")))
        #expect(bytes.range(of: Data("by the river".utf8)) == nil)
    }

    private let anna = Account.ID(rawValue: 3)

    @Test func `programs that open an old file at the same time bring it up to date together`() async throws {
        let path = try await older(by: "alerts and ledger")
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { _ = try SQLiteStore(path: path) } }
            try await group.waitForAll()
        }
        #expect(try await SQLiteStore(path: path).integrityProblems().isEmpty)
    }

    @Test
    func `a large file from before values were sealed opens, whichever checkpoints its migration starts`()
        async throws
    {
        // Copying the reports fills the log, which starts a checkpoint beside the rewriting of the file. They met in
        // about every third start when they did not wait for each other.
        for round in 0..<12 {
            let path = try await older(
                by: "trips", named: "\(round).sqlite",
                then: "UPDATE report SET sealed = randomblob(4000000)")
            let store = try SQLiteStore(path: path)
            let layout = try await store.pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            let length = try await store.pool.read { database in
                try Int.fetchOne(database, sql: "SELECT max(length(sealed)) FROM report")
            }
            #expect(layout == Schema.cleanLayout && length == 4_000_000)
        }
    }

    @Test func `an old modelled value is the map's, not a station's`() async throws {
        let path = folder.path("gauges.sqlite")
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: "modelled forecasts")
        try await queue.write { database in
            for (number, basis) in [(1, "modelled"), (2, "measured")] {
                try database.execute(
                    literal: """
                        INSERT INTO alert (number, id, kind, message, low, high, level, longitude, latitude, sent, expires,
                            value, day, basis)
                        VALUES (\(number), \(basis), 'station', 'alert', 4, 0, 3, 7, 47, 0, 60, 80, 18360, \(basis))
                        """)
            }
        }
        try queue.close()
        let gauges = try await SQLiteStore(path: path).pool.read { database in
            try Int.fetchAll(database, sql: "SELECT fieldMaximum FROM alert ORDER BY number")
        }
        #expect(gauges == [1, 0])
    }

    @Test func `reports keep their numbers and the persons that they are about`() async throws {
        let path = folder.path("numbers.sqlite")
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: "trips")
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO account (id, name, created) VALUES (3, 'anna', 0);
                    INSERT INTO account (id, name, created, guardian) VALUES (4, '~mia', 0, 3);
                    INSERT INTO alert (number, id, kind, message, low, high, longitude, latitude, sent, expires)
                    VALUES (1, 'one', 'user', 'alert', 0, 0, 7, 47, 0, 60), (2, 'two', 'user', 'alert', 0, 0, 7, 47, 0, 60);
                    INSERT INTO report (rowid, alert, account, longitude, latitude, low, high, sent)
                    VALUES (9, 1, 3, 7, 47, 0, 0, 0), (7, 2, 3, 7, 47, 0, 0, 0);
                    INSERT INTO reportPerson (alert, account, person) VALUES (1, 3, 4);
                    """)
        }
        try queue.close()
        let store = try SQLiteStore(path: path)
        #expect(try await store.integrityProblems().isEmpty)
        let reports = try await store.ownReports(of: anna, after: 0, limit: 10, at: noon)
        #expect(reports.map(\.number) == [7, 9] && reports.map(\.alert.rawValue) == ["two", "one"])
        #expect(reports.map(\.person?.rawValue) == [nil, 4])
        // The persons still go with the reports.
        let left = try await store.pool.write { database in
            try database.execute(sql: "DELETE FROM report WHERE alert = 1")
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM reportPerson")
        }
        #expect(left == 0)
    }

    @Test func `the exact places of reports are deleted`() async throws {
        let store = try await migrated()
        let places = try store.pool.read { database in
            try Row.fetchAll(database, sql: "SELECT DISTINCT longitude, latitude FROM report")
        }
        #expect(places == [["longitude": 7.605, "latitude": 47.565]])
    }

    @Test func `what reports say is sealed, and still read`() async throws {
        let store = try await migrated()
        let testimony = try #require(try await store.alert(Alert.ID(rawValue: "reported"))?.testimony)
        #expect(testimony.symptoms == [.cough] && testimony.comment == "by the river")
        #expect(testimony.reporter == nil, "nobody had chosen to show a name")
        let unsure = try #require(try await store.alert(Alert.ID(rawValue: "unsure"))?.testimony)
        #expect(unsure.symptoms.isEmpty && unsure.comment == nil)
        try store.checkpoint()
        for file in [folder.path("older.sqlite"), folder.path("older.sqlite-wal")] {
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(bytes.range(of: Data("by the river".utf8)) == nil, "\(file)")
        }
    }

    @Test func `accounts keep their numbers, tokens and answers`() async throws {
        let store = try await migrated()
        #expect(try await store.account(anna)?.name == "anna")
        #expect(try await store.credential("token")?.principal == .account(anna))
        #expect(try await store.answer(to: "key", of: anna)?.location == "/one")
        #expect(try await store.integrityProblems().isEmpty)
        // Foreign keys refer to the new table of accounts.
        #expect(try await store.transact { try $0.remove(Account.ID(rawValue: 3), at: noon).isEmpty })
        #expect(try await store.credential("token") == nil)
    }

    @Test func `fences keep their places, levels and kinds, and are active at all hours`() async throws {
        let store = try await migrated()
        let fences = try await store.fences(of: anna)
        #expect(fences.map(\.id.rawValue) == ["home", "fiji"])
        #expect(fences.map(\.name) == ["Home", "Fiji"])
        #expect(fences[0].area == .circle(centre: .basel, radius: 5_000))
        #expect(
            fences[0].rules
                == FenceRules(
                    watches: [
                        Watch(.allergen("birch"), level: .moderate),
                        Watch(.allergen("grass"), level: .veryHigh),
                    ],
                    kinds: [.station, .user]))
        guard case .polygons(let polygons) = fences[1].area else {
            Issue.record("the polygon became a circle")
            return
        }
        #expect(polygons.count == 2 && fences[1].rules.kinds == Set(Alert.Kind.allCases))
    }

    @Test func `matching finds the fences where they were, also over the antimeridian`() async throws {
        let store = try await migrated()
        for (place, name) in [
            (Coordinate.basel, "Home"), (Coordinate(179.9, -17.5), "Fiji"),
            (Coordinate(-179.1, -17.5), "Fiji"),
        ] {
            let alert = Alert.sample(UUID().uuidString, kind: .user, level: nil, at: place)
            let last = try await store.lastEntry()
            try await store.transact { transaction in
                try transaction.add(alert)
                try transaction.notify(of: alert, at: place, except: nil, now: noon)
            }
            let entries = try await store.newEntries(after: last, limit: 10).entries
            #expect(entries.map(\.concern.fences) == [[name]], "\(name)")
        }
    }

    @Test func `the inbox keeps the reports with their numbers, and continues after them`() async throws {
        let store = try await migrated()
        let entries = try await store.inbox(of: anna, .after(0), unreadOnly: true, limit: 10)
        #expect(entries.map(\.id) == [12, 17])
        let first = try #require(entries.first).entry
        #expect(first.alert.id.rawValue == "reported" && first.alert.allergens == ["birch"])
        #expect(first.concern.fences == ["Home"] && !first.isQuiet && first.read == nil)
        #expect(first.alert.testimony?.reporter == nil && first.alert.testimony?.symptoms == [.cough])
        #expect(first.alert.testimony?.comment == "by the river")
        #expect(entries[1].entry.alert.allergens.isEmpty)
        // A station's alert had no value then, and can no longer be shown without one.
        #expect(try await store.alert(Alert.ID(rawValue: "measured")) == nil)
        #expect(try await store.lastEntry() == 17)
    }
}
