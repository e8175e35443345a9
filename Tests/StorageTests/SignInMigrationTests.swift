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
}
