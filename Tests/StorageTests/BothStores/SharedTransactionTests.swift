import Alerts
import Foundation
import Geography
import People
import PostgreSQL
import SampleTesting
import Synchronization
import Testing

@testable import Storage

extension BothStoresTests {
    /// Acts of many callers that need one lock, in few transactions of a server.
    @Suite(.enabled(if: StoreKind.hasServer)) struct SharedTransactionTests {
        private struct Refused: Error {}

        /// The store of a server of its own with an empty table; the log of the server counts transactions.
        private func withStore(
            _ body: (PostgreSQLStore, ThrowAwayServer) async throws -> Void
        ) async throws {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let address = try PostgreSQLAddress(
                "host=\(server.path) dbname=postgres user=postgres options='-c log_statement=all'")
            let store = try await PostgreSQLStore(address, keys: .throwAway, connections: 4)
            try await store.writeRows(locking: .nothing) {
                try $0.run("CREATE TABLE act (number bigint PRIMARY KEY)")
            }
            try await body(store, server)
            store.close()
            try await server.stop()
        }

        private func numbers(in store: PostgreSQLStore) async throws -> [Int] {
            try await store.readRows { runner in
                try runner.rows("SELECT number FROM act ORDER BY number").map { try $0.first() }
            }
        }

        private func commits(of server: ThrowAwayServer) throws -> Int {
            try server.logged.split(separator: "\n").count { $0.hasSuffix("LOG:  statement: COMMIT") }
        }

        /// Runs acts that all arrive while a transaction is under way, and tells which of them throw.
        private func together(
            _ acts: [@Sendable (any QueryRunner) throws -> Void], by shared: SharedTransaction,
            in store: PostgreSQLStore
        ) async -> [Bool] {
            let gate = DispatchSemaphore(value: 0)
            let (begun, begin) = AsyncStream<Void>.makeStream()
            return await withTaskGroup(of: (Int, Bool)?.self) { group in
                group.addTask {
                    try? await shared.write(to: store) { _ in
                        begin.finish()
                        gate.wait()
                        // Begun anew, it waits no more.
                        gate.signal()
                    }
                    return nil
                }
                for await _ in begun {}
                for (place, act) in acts.enumerated() {
                    group.addTask {
                        do {
                            try await shared.write(to: store) { try act($0) }
                            return (place, false)
                        } catch {
                            return (place, true)
                        }
                    }
                }
                while shared.waitingCount < acts.count { await Task.yield() }
                gate.signal()
                var thrown = [Bool](repeating: false, count: acts.count)
                for await case (let place, let isThrown)? in group { thrown[place] = isThrown }
                return thrown
            }
        }

        /// Inserts a number; each third violates the key, and each fifth has reasons of its own to throw.
        private static func insertion(of number: Int) -> @Sendable (any QueryRunner) throws -> Void {
            { runner in
                try runner.run("INSERT INTO act VALUES (\(number))")
                if number.isMultiple(of: 3) { try runner.run("INSERT INTO act VALUES (\(number))") }
                if number.isMultiple(of: 5) { throw Refused() }
            }
        }

        @Test func `acts that come meanwhile share commits, and one that throws undoes nothing of others`()
            async throws
        {
            try await withStore { store, server in
                // Only the number of acts ends a transaction here, however slow the machine is.
                let shared = SharedTransaction(locking: .alerts, patience: .seconds(600))
                let before = try commits(of: server)
                let thrown = await together((0..<70).map(Self.insertion), by: shared, in: store)
                let good = (0..<70).filter { !$0.isMultiple(of: 3) && !$0.isMultiple(of: 5) }
                #expect(thrown.indices.filter { !thrown[$0] } == good)
                let kept = try await numbers(in: store)
                #expect(kept == good)
                let most = 2 + 70 / SharedTransaction.limit
                let count = try commits(of: server) - before
                #expect(count <= most, "each a commit would be 38")
            }
        }

        @Test func `a conflict begins all acts of the transaction anew`() async throws {
            try await withStore { store, _ in
                let shared = SharedTransaction(locking: .alerts, patience: .seconds(600))
                let runs = Atomic(0)
                let acts: [@Sendable (any QueryRunner) throws -> Void] = [
                    { try $0.run("INSERT INTO act VALUES (1)") },
                    { runner in
                        try runner.run("INSERT INTO act VALUES (2)")
                        guard runs.wrappingAdd(1, ordering: .relaxed).newValue == 1 else { return }
                        try runner.run("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$")
                    },
                    { try $0.run("INSERT INTO act VALUES (3)") },
                ]
                #expect(await together(acts, by: shared, in: store) == [false, false, false])
                let kept = try await numbers(in: store)
                #expect(kept == [1, 2, 3])
                #expect(runs.load(ordering: .relaxed) == 2)
            }
        }

        @Test func `a failed commit fails all acts that share it, and the next one succeeds`() async throws {
            try await withStore { store, _ in
                let shared = SharedTransaction(locking: .alerts, patience: .seconds(600))
                try await store.writeRows(locking: .nothing) { runner in
                    try runner.run(
                        """
                        CREATE TABLE other (number bigint REFERENCES act (number) DEFERRABLE INITIALLY DEFERRED)
                        """)
                }
                let acts: [@Sendable (any QueryRunner) throws -> Void] = [
                    { try $0.run("INSERT INTO act VALUES (1)") },
                    { try $0.run("INSERT INTO other VALUES (9)") },
                ]
                #expect(await together(acts, by: shared, in: store) == [true, true])
                _ = try await shared.write(to: store) { try $0.run("INSERT INTO act VALUES (4)") }
                let kept = try await numbers(in: store)
                #expect(kept == [4])
            }
        }

        @Test func `where no transaction can begin, nobody waits for ever`() async throws {
            try await withStore { store, _ in
                store.close()
                await #expect(throws: PostgreSQLError.poolClosed) {
                    try await store.alerting.write(to: store) { _ in }
                }
            }
        }

        @Test func `an alert with its lines takes the server nine questions`() async throws {
            try await withStore { store, server in
                let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
                let footprint = FenceFootprint(
                    anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                    outline: nil)
                try await store.add(.sample("home", of: anna), footprint: footprint, at: noon)
                func raise(_ id: String) async throws {
                    try await store.writeReports { transaction in
                        let alert = Alert.told(id)
                        try transaction.add(alert)
                        try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
                    }
                }
                func questions() throws -> Int {
                    try server.logged.split(separator: "\n").count {
                        $0.contains("LOG:  statement: ") || $0.contains("LOG:  execute ")
                    }
                }
                try await raise("first")
                let before = try questions()
                try await raise("second")
                // Beginning, the lock, the alert, fences, channels, lines, the log of changes and the commit.
                let (count, lines) = (try questions() - before, try await store.lastEntry())
                #expect(count <= 9)
                #expect(lines == 2)
            }
        }
    }
}
