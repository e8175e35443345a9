import Foundation
import PostgreSQL
import SampleTesting
import Testing

extension PostgreSQLTests {
    @Suite struct PoolTests {
        @Test func `those who wait too long for a connection are told so`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 2, patience: .milliseconds(100))
            let refusals = await withTaskGroup(of: PostgreSQLError?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await failure { try await pool.run { try $0.execute("SELECT pg_sleep(0.4)") } }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let exhausted = PostgreSQLError.poolExhausted(size: 2, waited: .milliseconds(100))
            #expect(refusals.count { $0 == exhausted } == 2)
            #expect(refusals.count { $0 == nil } == 2)
            #expect("\(exhausted)".contains("None of the 2 connections"))
            #expect(try await pool.run { try $0.value("SELECT 1") } == 1)
        }

        @Test func `connections are shared, and handed on in order`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 1)
            let order = Tally()
            let gate = Gate()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pool.run { _ in gate.wait() } }
                try await Task.sleep(for: .milliseconds(50))
                for number in 0..<5 {
                    group.addTask { try await pool.run { _ in order.add(number) } }
                    try await Task.sleep(for: .milliseconds(20))
                }
                gate.open()
                try await group.waitForAll()
            }
            #expect(order.all == [0, 1, 2, 3, 4])
        }

        @Test func `a cancelled task leaves the queue`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 1, patience: .seconds(30))
            let gate = Gate()
            await withTaskGroup(of: PostgreSQLError?.self) { group in
                group.addTask { await failure { try await pool.run { _ in gate.wait() } } }
                try? await Task.sleep(for: .milliseconds(50))
                let waiting = Task { await failure { try await pool.run { try $0.execute("SELECT 1") } } }
                try? await Task.sleep(for: .milliseconds(20))
                waiting.cancel()
                #expect(await waiting.value == .cancelled)
                gate.open()
                #expect(await group.next() == .some(nil))
            }
        }

        @Test func `a conflict is tried again`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 2)
            try await pool.run {
                try $0.script("CREATE TABLE counter (n bigint); INSERT INTO counter VALUES (0)")
            }
            let attempts = Tally()
            let read = Gate()
            let changed = Gate()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await pool.transaction(.repeatableRead) { session in
                        let n: Int = try session.value("SELECT n FROM counter") ?? 0
                        attempts.add(n)
                        if n == 0 {
                            read.open()
                            changed.wait()
                        }
                        try session.execute("UPDATE counter SET n = \(n + 1)")
                    }
                }
                group.addTask {
                    try await pool.run { session in
                        read.wait()
                        defer { changed.open() }
                        try session.execute("UPDATE counter SET n = n + 10")
                    }
                }
                try await group.waitForAll()
            }
            #expect(attempts.all == [0, 10])
            #expect(try await pool.run { try $0.value("SELECT n FROM counter") } == 11)
        }

        @Test func `tables that another program changed are read anew`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 1)
            try await pool.run {
                try $0.script("CREATE TABLE changing (n bigint); INSERT INTO changing VALUES (1)")
            }
            let read = {
                try await pool.transaction {
                    try $0.row("SELECT * FROM changing") { row throws(PostgreSQLError) in
                        try row["n"] as Int
                    }
                }
            }
            #expect(try await read() == 1)
            _ = try await connection().run { try $0.script("ALTER TABLE changing ADD COLUMN more text") }
            #expect(try await read() == 1)
        }

        @Test func `a transaction that is abandoned on a connection spoils it for nobody`() async throws {
            let pool = try await PostgreSQLPool(address(), size: 1)
            try await pool.run { try $0.script("BEGIN") }
            #expect(try await pool.transaction { try $0.value("SELECT 1") } == 1)
            pool.close()
            #expect(await failure { try await pool.run { try $0.execute("SELECT 1") } } == .poolClosed)
        }
    }

    /// Each has servers of its own, which it disturbs.
    @Suite struct DisturbedTests {
        @Test func `a pool outlives a crash of the server`() async throws {
            let server = try await ThrowAwayServer(like: server)
            let pool = try await PostgreSQLPool(server.address, size: 2, patience: .seconds(20))
            let running = Gate()
            let lost = try await withThrowingTaskGroup(of: PostgreSQLError?.self) { group in
                group.addTask {
                    await failure {
                        try await pool.run { session in
                            running.open()
                            try session.execute("SELECT pg_sleep(60)")
                        }
                    }
                }
                try await running.opened()
                try await server.crash()
                return try await group.next() ?? nil
            }
            guard case .lost(_, outcomeUnknown: true) = lost else {
                throw Late("\(String(describing: lost))")
            }
            // It starts while the pool tries.
            async let one: Int? = pool.run { try $0.value("SELECT 1") }
            try await server.start()
            #expect(try await one == 1)
            // Between statements, the broken connection is noticed without being used.
            try await server.crash()
            try await server.start()
            for _ in 0..<4 { #expect(try await pool.run { try $0.value("SELECT 1") } == 1) }
        }

        @Test func `a commit that no standby confirmed is no success`() async throws {
            let server = try await ThrowAwayServer(like: server)
            try await PostgreSQLConnection.open(server.address).run { session in
                try session.script("CREATE TABLE kept (id bigint)")
                try session.script("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            }
            try await server.stop()
            try await server.start()
            // The wish not to hear of warnings is not granted.
            let deaf = "options='-c client_min_messages=error'"
            let connection = try await PostgreSQLConnection.open(
                PostgreSQLAddress("host=\(server.path) dbname=postgres user=postgres \(deaf)"))
            // The process that does it is also the one that lets commits wait.
            try await connection.run { try $0.script("CHECKPOINT") }
            for inTransaction in [true, false] {
                let unconfirmed = await withTaskGroup(of: PostgreSQLError?.self) { group in
                    group.addTask {
                        await failure {
                            try await connection.run { session in
                                guard inTransaction else {
                                    return _ = try session.execute("INSERT INTO kept VALUES (1)")
                                }
                                try session.transaction { _ = try $0.execute("INSERT INTO kept VALUES (1)") }
                            }
                        }
                    }
                    try? await Task.sleep(for: .milliseconds(200))
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                #expect(kind(unconfirmed) == "unconfirmed")
            }
            // The primary has both.
            #expect(try await connection.run { try $0.value("SELECT count(*) FROM kept") } == 2)
        }

        @Test func `writes go to the server that takes them`() async throws {
            let first = try await ThrowAwayServer(like: server)
            let second = try await ThrowAwayServer(like: server)
            for server in [first, second] {
                try await PostgreSQLConnection.open(server.address).run { session in
                    try session.script("CREATE TABLE written (id bigint)")
                }
            }
            let both = try PostgreSQLAddress(
                "host=\(first.path),\(second.path) dbname=postgres user=postgres")
            let pool = try await PostgreSQLPool(both, size: 2)
            try await pool.transaction { try $0.execute("INSERT INTO written VALUES (1)") }
            try await PostgreSQLConnection.open(first.address).run { session in
                try session.script("ALTER SYSTEM SET default_transaction_read_only = on")
                try session.script("SELECT pg_reload_conf(), pg_sleep(0.1)")
            }
            try await pool.transaction { try $0.execute("INSERT INTO written VALUES (2)") }
            let found = try await PostgreSQLConnection.open(second.address).run { session in
                try session.value("SELECT id FROM written", as: Int.self)
            }
            #expect(found == 2)
            let none = await failure { try await PostgreSQLConnection.open(first.address) }
            #expect(kind(none) == "noPrimary")
        }
    }
}
