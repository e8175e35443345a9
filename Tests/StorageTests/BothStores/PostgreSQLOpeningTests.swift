import Alerts
import Foundation
import People
import PostgreSQL
import SampleTesting
import Sealing
import Synchronization
import Testing

@testable import Storage

extension BothStoresTests {
    /// Whose database it is, and under which keys.
    @Suite(.enabled(if: StoreKind.hasServer)) struct PostgreSQLOpeningTests {
        private func open(
            _ schema: String, keys: KeyRing = .throwAway
        ) async throws -> PostgreSQLStore {
            try await PostgreSQLStore(OpenedRows.address(of: schema), keys: keys, connections: 2)
        }

        @Test func `a database under a lost key is refused, and one with more keys is not`() async throws {
            try await OpenedRows.run("CREATE SCHEMA sealed")
            try await open("sealed").close()
            let other = DataKey()
            let former = try #require(KeyRing.throwAway.ids.first)
            await #expect(throws: SealingError.unknownKey(former)) {
                try await open("sealed", keys: KeyRing(other))
            }
            let both = try #require(DataKey(bytes: Data(repeating: 7, count: 32)))
            let store = try await open("sealed", keys: KeyRing(other, others: [both]))
            let named = try await store.readRows {
                try $0.rows("SELECT id FROM dataKey").map { DataKey.ID(stored: try $0["id"]) }
            }
            #expect(Set(named) == [other.id, former])
            store.close()
        }

        @Test func `a key under which somebody seals a value meanwhile stays`() async throws {
            try await OpenedRows.run("CREATE SCHEMA rotated")
            let store = try await open("rotated")
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            let former = try #require(DataKey(bytes: Data(repeating: 7, count: 32)))
            let other = try await open("rotated", keys: KeyRing(DataKey(), others: [former]))
            let (begun, begin) = AsyncStream<Void>.makeStream()
            async let sealing: Void = store.writeRows(locking: .nothing) { runner in
                try runner.insert(Profile(), of: anna, store.keys)
                begin.finish()
                Thread.sleep(forTimeInterval: 0.3)
            }
            for await _ in begun {}
            #expect(try await other.dropUnusedKeys() == nil)
            try await sealing
            #expect(try await other.sealAnew() == 1)
            #expect(try await other.dropUnusedKeys() == [former.id])
            for store in [store, other] { store.close() }
        }

        @Test func `a command that only looks does not pass for a write`() async throws {
            try await OpenedRows.run("CREATE SCHEMA looked")
            let store = try await open("looked")
            let before = try await store.foreignMark()
            let guest = try await PostgreSQLStore(
                OpenedRows.address(of: "looked"), keys: .throwAway, connections: 2, isGuest: true)
            _ = try await guest.dataKeyUses()
            #expect(try await store.foreignMark() == before)
            #expect(try await guest.addAccount(named: "anna", at: noon) != nil)
            let news = try await store.foreignChanges(after: before)
            #expect(news.changes.map(\.mayBeMore) == [true])
            for store in [store, guest] { store.close() }
        }

        @Test func `the tables of another program are left alone`() async throws {
            try await OpenedRows.run("CREATE SCHEMA foreign1; CREATE TABLE foreign1.account (id int)")
            await #expect(throws: PostgreSQLError.foreignDatabase(program: nil)) {
                try await open("foreign1")
            }
        }

        @Test func `a newer schema is refused`() async throws {
            try await OpenedRows.run("CREATE SCHEMA newer")
            try await open("newer").close()
            try await OpenedRows.run("UPDATE newer.schemaMark SET version = version + 1")
            let steps = PostgreSQLSchema.steps.count
            await #expect(throws: PostgreSQLError.newerSchema(found: steps + 1, known: steps)) {
                try await open("newer")
            }
        }

        @Test func `tables that a newer program has changed are left alone until they are as before`()
            async throws
        {
            try await OpenedRows.run("CREATE SCHEMA outgrown")
            let (reader, writer) = (try await open("outgrown"), try await open("outgrown"))
            try await OpenedRows.run(
                """
                ALTER TABLE outgrown.dataKey RENAME TO formerKey;
                UPDATE outgrown.schemaMark SET version = version + 1
                """)
            await #expect(throws: StoreFailure.newerSchema) {
                try await reader.readRows { _ = try $0.rows("SELECT id FROM dataKey") }
            }
            await #expect(throws: StoreFailure.newerSchema) {
                try await writer.addAccount(named: "anna", at: noon)
            }
            for store in [reader, writer] {
                await store.examine(after: .zero)
                let finding = try #require(store.finding)
                #expect(finding.failure == .newerSchema)
                #expect(finding.reason.contains("Install the newer program"), "\(finding.reason)")
                await #expect(throws: StoreFailure.newerSchema) { try await store.answers() }
            }
            try await OpenedRows.run(
                """
                ALTER TABLE outgrown.formerKey RENAME TO dataKey;
                UPDATE outgrown.schemaMark SET version = version - 1
                """)
            for store in [reader, writer] {
                await store.examine(after: .zero)
                #expect(store.finding == nil)
                let count = try await store.readRows {
                    try $0.value("SELECT count(*) FROM account", as: Int.self)
                }
                #expect(count == 0)
                store.close()
            }
        }

        @Test func `a look finds a newer program at work on the tables, and its end`() async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            let changer = try await PostgreSQLConnection.open(server.address)
            try await changer.run { session in
                try session.script("BEGIN")
                try session.holdTables()
            }
            await store.examine(after: .zero)
            #expect(store.finding?.failure == .newerSchema)
            try await changer.run { try $0.script("ROLLBACK") }
            await store.examine(after: .zero)
            #expect(store.finding == nil)
            store.close()
            try await server.stop()
        }

        @Test func `programs that start at once make one schema`() async throws {
            try await OpenedRows.run("CREATE SCHEMA race")
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await open("race").close() } }
                try await group.waitForAll()
            }
        }
    }

    /// What is told of a server that fails.
    @Suite(.enabled(if: StoreKind.hasServer)) struct PostgreSQLFailureTests {
        private final class Heard: ChangeObserver {
            let count = Mutex(0)

            func committed(_ changes: CommittedChanges) { count.withLock { $0 += 1 } }
        }

        /// Lets commits wait for a standby that does not exist.
        private func awaitNobody(_ server: ThrowAwayServer) async throws {
            let setting = "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
            try await PostgreSQLConnection.open(server.address).run { try $0.script(setting) }
            try await server.stop()
            try await server.start()
            // The process that does it is also the one that lets commits wait.
            try await PostgreSQLConnection.open(server.address).run { try $0.script("CHECKPOINT") }
        }

        /// Expects that an act waits for the standby, and is told as one in doubt when it no longer may.
        private func expectDoubt(
            at server: ThrowAwayServer, _ act: @escaping @Sendable () async throws -> Void
        ) async throws {
            let acting = Task { try await act() }
            let waiting: PostgreSQLStatement =
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            try await awaited("the act does not wait for a standby") {
                let count = try await PostgreSQLConnection.open(server.address).run {
                    try $0.value(waiting, as: Int.self)
                }
                return count == 1 ? true : nil
            }
            acting.cancel()
            await #expect(throws: StoreFailure.unsynced) { try await acting.value }
        }

        @Test func `what no standby confirmed is neither answered again nor the end of the ledger`()
            async throws
        {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            try await awaitNobody(server)
            let answer = KeptAnswer(fingerprint: Data([1]), location: "/one", body: Data([2]))
            try await expectDoubt(at: server) { try await store.keep(answer, to: "key", of: anna, at: noon) }
            let kept = try await store.readRows {
                try $0.value("SELECT count(*) FROM idempotentAnswer", as: Int.self)
            }
            #expect(kept == 1, "everybody sees it")
            try await expectDoubt(at: server) { _ = try await store.answer(to: "key", of: anna) }
            try await expectDoubt(at: server) { _ = try await store.currentReader(anna) }
            store.close()
            try await server.crash()
        }

        @Test func `an act that finds nothing to change waits for no standby, and is no news to others`()
            async throws
        {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            let mark = try await store.foreignMark()
            try await awaitNobody(server)
            try await unlessItHangs("the acts wait") {
                #expect(try await !store.endToken("none", of: anna, at: noon))
                try await store.end(Session.ID(rawValue: "none"), at: noon)
                try await store.noteVisits(["none": noon])
                try await store.forgetSignIns(at: noon)
                for lock in [RowLock.nothing, .alerts, .logins] {
                    let count = try await store.writeRows(locking: lock) { runner in
                        try runner.run("UPDATE account SET name = 'Anna' WHERE name = 'none'")
                    }
                    #expect(count == 0)
                }
            }
            #expect(try await store.foreignMark() == mark, "nobody is rung for")
            #expect(store.failureCounts.isEmpty)
            store.close()
            try await server.crash()
        }

        @Test func `who repeats what no standby confirmed waits for it, too`() async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            let session = Session(
                id: Session.ID(rawValue: "one"), account: anna, kind: .token, scopes: .all, device: "",
                created: noon, lastUsed: noon, ends: noon + Session.idle)
            try await store.add(
                StoredSession(
                    session: session, hash: Data(repeating: 1, count: 32), renewed: noon,
                    seed: Data(repeating: 2, count: 32)))
            try await awaitNobody(server)
            for _ in 0..<2 {
                try await expectDoubt(at: server) {
                    _ = try await store.end(session.id, of: anna, at: noon)
                }
                #expect(try await store.session("one")?.session.id == nil, "everybody sees that it is gone")
            }
            store.close()
            try await server.crash()
        }

        @Test func `a write that no standby confirms is told as one in doubt, and observers look`()
            async throws
        {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            let heard = Heard()
            store.observe(heard)
            try await awaitNobody(server)
            try await expectDoubt(at: server) {
                try await store.writeRows(locking: .nothing) { runner in
                    try runner.run("UPDATE ledgerHead SET number = 7")
                    runner.notify(of: CommittedChanges(remindersChanged: true))
                }
            }
            #expect(heard.count.withLock { $0 } == 1)
            let number = try await store.readRows {
                try $0.value("SELECT number FROM ledgerHead", as: Int.self)
            }
            #expect(number == 7)
            #expect(try await store.foreignMark().number == 1, "others hear of what was kept")
            #expect(store.failureCounts == [.unsynced: 1])
            store.close()
            try await server.crash()
        }

        @Test func `what is cancelled says so, and tells nothing of the database`() async throws {
            let opened = try await OpenedRows(.postgreSQL)
            let store = try #require(opened.store as? PostgreSQLStore)
            let reading = Task {
                try await store.readRows { _ = try $0.rows("SELECT 1 AS slept FROM pg_sleep(600)") }
            }
            let isAsleep: PostgreSQLStatement =
                "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep')"
            let looking = try await PostgreSQLConnection.open(OpenedRows.address())
            try await awaited("nothing is read") {
                try await looking.run { try $0.value(isAsleep) == true } ? true : nil
            }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            #expect(store.failureCounts.isEmpty && store.finding == nil)
        }

        @Test func `a text that cannot be looked for is told as such`() async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            await #expect(throws: UnstorableText()) {
                _ = try await RowLoginStore(store: store).login(named: "an\u{0}na")
            }
            #expect(store.failureCounts.isEmpty)
            store.close()
            try await server.stop()
        }

        @Test func `a server that takes no writes is found, and its end too`() async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            await store.examine(after: .zero)
            #expect(store.finding == nil)
            try await server.stop()
            await store.examine(after: .zero)
            #expect(store.finding?.failure == .unreachable)
            await #expect(throws: StoreFailure.unreachable) { try await store.tryToWrite() }
            await #expect(throws: StoreFailure.unreachable) { try await store.foreignMark() }
            try await server.start()
            await store.examine(after: .zero)
            #expect(store.finding == nil)
            store.close()
            try await server.stop()
        }

        @Test func `a server that gives way to another is no read-only disk, and its end is found`()
            async throws
        {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
            try await server.refusingWrites {
                await #expect(throws: StoreFailure.changingOver) {
                    try await store.addAccount(named: "anna", at: noon)
                }
                // The write that was refused tells it, without a look.
                #expect(store.finding?.failure == .changingOver)
                await store.examine(after: .zero)
                let finding = try #require(store.finding)
                #expect(finding.failure == .changingOver)
                #expect(finding.reason.contains("changing over"), "\(finding.reason)")
            }
            await store.examine(after: .zero)
            #expect(store.finding == nil)
            #expect(try await store.addAccount(named: "anna", at: noon) != nil)
            store.close()
            try await server.stop()
        }
    }

    @Suite struct NameTests {
        @Test(arguments: StoreKind.tested)
        func `a name is taken whatever the case of its letters`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            #expect(try await opened.store.addAccount(named: "Anna", at: noon) != nil)
            #expect(try await opened.store.addAccount(named: "aNNA", at: noon) == nil)
            #expect(try await opened.store.addAccount(named: "Anna2", at: noon) != nil)
        }
    }
}
