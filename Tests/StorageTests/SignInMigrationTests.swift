import Foundation
import GRDB
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct SignInMigrationTests {
    @Test func `in an old database moderators stay moderators, and nobody else becomes one`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        let before = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(before, upTo: "readings set aside")
        try await before.write { database in
            try database.execute(
                sql: """
                    INSERT INTO account (name, created, isModerator) VALUES ('anna', 0, 0), ('Ben, the moderator', 0, 1)
                    """)
        }
        try before.close()
        let store = try SQLiteStore(path: path)
        #expect(try await store.roles(of: Account.ID(rawValue: 1)).isEmpty)
        #expect(
            try await store.roles(of: Account.ID(rawValue: 2)) == Set([Role(.moderator)].compactMap(\.self))
        )
        let found = try await store.accounts(beginning: "BEN", after: nil, limit: 10)
        #expect(found.map(\.account.name) == ["Ben, the moderator"])
        #expect(try await store.integrityProblems() == [])
    }

    /// Rewriting a large file fills the log, and so starts a checkpoint beside that of the migration.
    @Test(arguments: 1...6)
    func `a large database from before values were sealed opens at the first try`(round: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        let before = try DatabasePool(path: path)
        try Schema.migrator.migrate(before, upTo: "readings set aside")
        try await before.write { database in
            try database.execute(
                sql: """
                    INSERT INTO station (number, id, name, longitude, latitude, timeZone, isSimulated)
                    VALUES (1, 'basel', 'Basel', 7.6, 47.6, 'UTC', 0);
                    WITH RECURSIVE number(day) AS (SELECT 0 UNION ALL SELECT day + 1 FROM number LIMIT 200000)
                    INSERT INTO reading (allergen, day, station, value, received) SELECT 1, day, 1, 7, 0 FROM number;
                    """)
        }
        try before.close()
        let store = try SQLiteStore(path: path)
        #expect(try await store.integrityProblems() == [])
    }
}
