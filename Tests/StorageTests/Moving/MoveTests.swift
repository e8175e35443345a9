import Foundation
import GRDB
import Observations
import People
import PostgreSQL
import SampleTesting
import SeededTesting
import Synchronization
import Testing

@testable import Storage

extension BothStoresTests {
    /// A file that is moved into PostgreSQL.
    @Suite(.enabled(if: StoreKind.hasServer)) struct MoveTests {
        private struct Stop: Error {}

        /// Ends the connections to the database `cut`.
        private static let cut = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'cut'
            """

        /// Makes an empty database.
        private func database(_ name: String) async throws -> PostgreSQLAddress {
            try await OpenedRows.run("CREATE DATABASE \(name)")
            let server = try #require(BothStoresTests.server)
            return try PostgreSQLAddress("host=\(server.path) dbname=\(name) user=postgres")
        }

        private func run(_ script: String, at address: PostgreSQLAddress) async throws {
            try await PostgreSQLConnection.open(address).run { try $0.script(script) }
        }

        private func opened(_ address: PostgreSQLAddress, _ file: FilledFile) async throws -> PostgreSQLStore
        {
            try await PostgreSQLStore(address, keys: file.keys, connections: 2)
        }

        /// Moves a file, and stops after as many rows were read, copied or compared.
        ///
        /// - Returns: The stage in which it was stopped; `nil` when it came to its end before.
        private func stopped(
            _ file: FilledFile, _ address: PostgreSQLAddress, after count: Int, portion: Int = 10
        ) async throws -> MoveProgress.Stage? {
            let seen = Mutex<(count: Int, stage: MoveProgress.Stage)>((0, .counting))
            do {
                _ = try await file.store.move(to: address, by: FileMove.Portion(rows: portion), at: noon) {
                    progress in
                    let isOver = seen.withLock { seen in
                        seen = (seen.count + 1, progress.stage)
                        return seen.count >= count
                    }
                    if isOver { throw Stop() }
                }
                return nil
            } catch is Stop { return seen.withLock { $0.stage } }
        }

        @discardableResult
        private func moved(_ file: FilledFile, _ address: PostgreSQLAddress) async throws -> MoveReport {
            try await file.store.move(to: address, at: noon) { _ in }
        }

        @Test(arguments: try FilledFile.versions())
        func `everything in a file of a released version is there afterwards`(version: String) async throws {
            let file = try await FilledFile(version)
            let name = "moved" + version.filter { $0.isNumber }
            let address = try await database(name)
            let report = try await moved(file, address)
            #expect(!report.wentOn && report.wasMoved == nil)
            #expect(report.tables.reduce(0) { $0 + $1.digest.rows } == (try await file.rows()))
            let store = try await opened(address, file)
            #expect(try await store.exported() == (try await file.store.exported()))
            #expect(try await store.brokenValues().isEmpty)
            #expect(try await FenceBoxes.expectCopies(in: store) > 0)
            #expect(try await store.station("odd")?.name.contains("Żółw 🌿") == true)
            for table in report.tables {
                let count = try await store.readRows { runner in
                    try runner.value("SELECT count(*) FROM \(sql: table.name)", as: Int.self)
                }
                #expect(count == table.digest.rows, "\(table.name)")
            }
            store.close()
        }

        @Test func `numbers go on from where the file stopped, also after rows that are gone`() async throws {
            let file = try await FilledFile()
            let address = try await database("numbered")
            try await moved(file, address)
            let store = try await opened(address, file)
            #expect(try await store.addAccount(named: "next", at: noon)?.id.rawValue == 51)
            let heads = try await store.readRows { runner in
                (
                    try runner.value("SELECT number FROM ledgerHead", as: Int.self),
                    try runner.value("SELECT number FROM fenceHead", as: Int.self)
                )
            }
            let fences = try await file.store.readRows {
                try $0.value("SELECT seq FROM sqlite_sequence WHERE name = 'fence'", as: Int.self)
            }
            #expect(heads.0 == 99 && heads.1 == fences && fences != nil)
            store.close()
        }

        @Test(arguments: 0..<6)
        func `a move that is broken off anywhere goes on, and ends with the same`(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let file = try await FilledFile()
            let address = try await database("broken\(seed)")
            let rows = try await file.rows()
            let portion = Int.random(in: 1...40, using: &random)
            // The first stop is while rows are copied.
            var stop = rows + Int.random(in: 1...rows, using: &random)
            for _ in 0..<5 {
                let stage = try await stopped(file, address, after: stop, portion: portion)
                stop = Int.random(in: 1...2 * rows, using: &random)
                guard stage != nil else { break }
                await #expect(throws: MoveRefusal.isUnfinished(begun: noon)) {
                    try await opened(address, file)
                }
            }
            let report = try await moved(file, address)
            #expect(report.wentOn || report.wasMoved != nil)
            let store = try await opened(address, file)
            #expect(try await store.exported() == (try await file.store.exported()))
            #expect(try await store.brokenValues().isEmpty)
            store.close()
        }

        @Test func `a move whose connection breaks goes on`() async throws {
            let file = try await FilledFile()
            let address = try await database("cut")
            let (rows, server) = (try await file.rows(), try OpenedRows.address())
            let seen = Atomic(0)
            let error = await #expect(throws: PostgreSQLError.self) {
                try await file.store.move(to: address, by: FileMove.Portion(rows: 10), at: noon) { _ in
                    guard seen.wrappingAdd(1, ordering: .relaxed).newValue == rows + rows / 2
                    else { return }
                    let isCut = DispatchSemaphore(value: 0)
                    Task {
                        defer { isCut.signal() }
                        try await PostgreSQLConnection.open(server).run { try $0.script(Self.cut) }
                    }
                    isCut.wait()
                }
            }
            guard case .lost = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            await #expect(throws: MoveRefusal.isUnfinished(begun: noon)) { try await opened(address, file) }
            #expect(try await moved(file, address).wentOn)
            let store = try await opened(address, file)
            #expect(try await store.exported() == (try await file.store.exported()))
            store.close()
        }

        @Test func `what was changed or lost on the way is found`() async throws {
            let file = try await FilledFile()
            let address = try await database("tampered")
            let rows = try await file.rows()
            let all = try await stopped(file, address, after: 2 * rows + rows / 2, portion: 10_000)
            #expect(all == .comparing)
            try await run(
                """
                UPDATE hourlyReading SET value = value + 1e-9 WHERE ending = 7200;
                DELETE FROM classReading WHERE day = -5;
                UPDATE station SET altitude = NULL WHERE number = 900
                """, at: address)
            let error = await #expect(throws: MoveRefusal.self) { try await moved(file, address) }
            guard case .differs(let tables) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(Set(tables) == ["hourlyReading", "classReading", "station"])
            await #expect(throws: MoveRefusal.isUnfinished(begun: noon)) { try await opened(address, file) }
        }

        @Test func `a database that is in use is left alone`() async throws {
            let file = try await FilledFile()
            let address = try await database("used")
            let store = try await opened(address, file)
            let service = try await PostgreSQLConnection.open(address)
            try await service.run { try $0.script("SELECT pg_advisory_lock(7)") }
            await #expect(throws: MoveRefusal.isServed) { try await moved(file, address) }
            try await service.run { try $0.script("SELECT pg_advisory_unlock(7)") }
            #expect(try await store.addAccount(named: "anna", at: noon) != nil)
            await #expect(throws: MoveRefusal.isInUse(table: "account")) { try await moved(file, address) }
            #expect(try await store.account(named: "anna") != nil)
            store.close()
            try await moved(file, try await database("used2"))
        }

        @Test func `a database that a program has open is left alone, without a lock as well`() async throws {
            let file = try await FilledFile()
            let address = try await database("held")
            let store = try await opened(address, file)
            await #expect(throws: MoveRefusal.isServed) { try await moved(file, address) }
            store.close()
            try await moved(file, address)
        }

        @Test func `a file that was moved is not moved twice, and a changed one not into the same place`()
            async throws
        {
            let file = try await FilledFile()
            let address = try await database("twice")
            let rows = try await file.rows()
            let stage = try await stopped(file, address, after: rows + 20)
            #expect(stage == .copying || stage == .keeping)
            try await file.store.pool.write {
                try $0.execute(sql: "UPDATE station SET altitude = 1 WHERE number = 900")
            }
            await #expect(throws: MoveRefusal.isOfAnotherFile(begun: noon)) { try await moved(file, address) }
            let other = try await database("twice2")
            try await moved(file, other)
            #expect(try await moved(file, other).wasMoved == noon)
            try await file.store.pool.write {
                try $0.execute(sql: "UPDATE station SET altitude = 2 WHERE number = 900")
            }
            let error = await #expect(throws: MoveRefusal.self) { try await moved(file, other) }
            guard case .isInUse = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func `a text that PostgreSQL cannot hold is found before anything is moved, and can be mended`()
            async throws
        {
            let file = try await FilledFile()
            let address = try await database("unstorable")
            try await file.store.pool.write {
                try $0.execute(
                    sql: "UPDATE station SET attribution = 'a' || char(0) || 'b' WHERE number = 900")
            }
            let error = await #expect(throws: MoveRefusal.self) { try await moved(file, address) }
            #expect(error == .hasNUL(table: "station", columns: ["attribution"]))
            try await opened(address, file).close()
            let parts = try #require(error).description.split(separator: "\"")
            try #require(parts.count == 2, "\(parts)")
            try await file.store.pool.write { try $0.execute(sql: String(parts[1])) }
            try await moved(file, address)
            let store = try await opened(address, file)
            let attribution = try await store.readRows { runner in
                try runner.value("SELECT attribution FROM station WHERE number = 900", as: String.self)
            }
            #expect(attribution == "a")
            store.close()
        }

        @Test func `nobody writes to a file that is being moved`() async throws {
            let file = try await FilledFile()
            let address = try await database("quiet")
            let refusals = Mutex<[Bool]>([])
            _ = try await file.store.move(to: address, at: noon) { [path = file.path] progress in
                guard progress.share == 1 else { return }
                let other = try DatabaseQueue(path: path)
                do {
                    try other.write { try $0.execute(sql: "DELETE FROM station") }
                } catch let error as DatabaseError {
                    refusals.withLock { $0.append(error.resultCode == .SQLITE_BUSY) }
                }
            }
            #expect(refusals.withLock { !$0.isEmpty && !$0.contains(false) })
        }
    }

    /// What both databases have.
    @Suite(.enabled(if: StoreKind.hasServer)) struct MovePlanTests {
        private func plan(of path: String, in schema: String) async throws -> MovePlan {
            let connection = try await PostgreSQLConnection.open(OpenedRows.address(of: schema))
            return try await connection.run { session in
                try session.transaction { session in
                    try PostgreSQLSchema.bringUpToDate(session)
                    return try DatabaseQueue(path: path).read {
                        try MovePlan(from: $0, to: PostgreSQLRunner(session))
                    }
                }
            }
        }

        @Test func `every table and column of a file is moved, and every number counted on`() async throws {
            let opened = try OpenedArchive()
            try await OpenedRows.run("CREATE SCHEMA planned")
            let plan = try await plan(of: opened.store.files.path, in: "planned")
            let statements = try await opened.store.pool.read { database in
                try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table'")
                    .map {
                        (name: $0["name"] as String, sql: $0["sql"] as String)
                    }
            }
            let within = ["_node", "_parent", "_rowid"]
            let names = statements.map(\.name).filter { name in
                !name.hasPrefix("sqlite_") && name != "grdb_migrations"
                    && !within.contains { name.hasSuffix($0) }
            }
            #expect(plan.tables.map(\.name).sorted() == names.sorted())
            for table in plan.tables {
                let columns = try await opened.store.pool.read { database in
                    try String.fetchAll(
                        database, sql: "SELECT name FROM pragma_table_xinfo(?) ORDER BY cid",
                        arguments: [table.name])
                }
                #expect(table.columns.map(\.name) == columns, "\(table.name)")
            }
            for statement in statements where statement.sql.contains("AUTOINCREMENT") {
                let table = try #require(plan.tables.first { $0.name == statement.name })
                #expect(table.counted != nil || FileMove.heads[table.name] != nil, "\(table.name)")
            }
        }

        @Test func `a column that only PostgreSQL has needs no value of the file`() async throws {
            let opened = try OpenedArchive()
            try await OpenedRows.run("CREATE SCHEMA planned2")
            let plan = try await plan(of: opened.store.files.path, in: "planned2")
            let needed = try await PostgreSQLConnection.open(OpenedRows.address(of: "planned2")).run {
                session in
                try PostgreSQLRunner(session).rows(
                    """
                    SELECT table_name AS home, column_name AS name FROM information_schema.columns
                    WHERE table_schema = 'planned2' AND is_nullable = 'NO' AND column_default IS NULL
                        AND is_identity = 'NO'
                    """
                ).map { (home: try $0["home"] as String, name: try $0["name"] as String) }
            }
            #expect(needed.count > 100)
            for table in plan.tables {
                let known = Set(table.columns.map { $0.name.lowercased() })
                for column in needed where column.home == table.serverName {
                    #expect(known.contains(column.name), "\(table.name).\(column.name)")
                }
            }
        }

        @Test(arguments: [
            ("ALTER TABLE station ADD COLUMN forgotten TEXT", "column forgotten of the table station"),
            ("CREATE TABLE forgotten (number INTEGER) STRICT", "table forgotten"),
            ("CREATE VIRTUAL TABLE forgottenBox USING rtree(id, west, east)", "table forgottenBox"),
        ])
        func `what a schema of PostgreSQL forgets is found`(change: String, missing: String) async throws {
            let opened = try OpenedArchive()
            try await opened.execute(change)
            let schema = "lacking\(change.count)"
            try await OpenedRows.run("CREATE SCHEMA \(schema)")
            await #expect(throws: MoveRefusal.isMissing(missing)) {
                try await plan(of: opened.store.files.path, in: schema)
            }
        }
    }
}
