import Foundation
import PostgreSQL
import SampleTesting
import Testing

extension PostgreSQLTests {
    @Suite struct SessionTests {
        @Test func `a hundred thousand rows come in by copy, and out again`() async throws {
            let count = 100_000
            let clock = ContinuousClock()
            let (added, time) = try await connection().run { session in
                try session.script(
                    "CREATE TEMP TABLE copied (id bigint, share float8, name text, piece bytea)")
                var added = 0
                let time = try clock.measure {
                    added = try session.copy(into: "copied (id, share, name, piece)") { rows in
                        for id in 0..<count {
                            try rows.append(row: [
                                id, Double(id) / 2, id.isMultiple(of: 3) ? nil : "row \(id)",
                                [UInt8(id & 255)],
                            ])
                        }
                    }
                }
                #expect(try session.value("SELECT sum(id)::bigint FROM copied") == count * (count - 1) / 2)
                #expect(try session.value("SELECT count(name) FROM copied") == 66_666)
                #expect(try session.value("SELECT piece FROM copied WHERE id = 700") == [UInt8(700 & 255)])
                var lines = 0
                let out = try session.copyOut("COPY copied (id) TO STDOUT") { lines += $0.count { $0 == 10 } }
                #expect(out == count)
                #expect(lines == count)
                return (added, time)
            }
            #expect(added == count)
            print("COPY of \(count) rows in binary: \(Int(Double(count) / (time / .seconds(1)))) rows/s")
        }

        @Test func `values that are copied one after the other come out again`() async throws {
            try await connection().run { session in
                try session.script(
                    "CREATE TEMP TABLE written (id bigint, gap bigint, name text, nameless text, piece bytea)"
                )
                let count = try session.copy(into: "written (id, gap, name, nameless, piece)") { rows in
                    for id in 0..<20_000 as Range<Int64> {
                        try rows.append(columns: 5) { row in
                            row.number(id)
                            row.number(ifAny: id.isMultiple(of: 2) ? nil : -id)
                            row.text(ifAny: "row \(id)")
                            row.text(ifAny: nil)
                            row.bytes(ifAny: id == 7 ? [1, 2] : nil)
                        }
                    }
                }
                #expect(count == 20_000)
                let wrong: PostgreSQLStatement = """
                    SELECT count(*) FROM written
                    WHERE gap IS DISTINCT FROM CASE WHEN id % 2 = 1 THEN -id END OR name <> 'row ' || id
                        OR nameless IS NOT NULL
                        OR piece IS DISTINCT FROM CASE WHEN id = 7 THEN decode('0102', 'hex') END
                    """
                #expect(try session.value(wrong) == 0)
                #expect(throws: PostgreSQLError.unstorable(parameter: 1, .nulCharacter)) {
                    try session.copy(into: "written (name)") { rows in
                        try rows.append(columns: 1) { $0.text(ifAny: "\u{0}") }
                    }
                }
            }
        }

        @Test func `a copy that stops keeps no row, and the connection goes on`() async throws {
            struct Stop: Error {}
            try await connection().run { session in
                try session.script("CREATE TEMP TABLE stopped (id bigint PRIMARY KEY, name text)")
                #expect(throws: Stop.self) {
                    try session.copy(into: "stopped (id, name)") { rows in
                        for id in 0..<20_000 { try rows.append(row: [id, "name"]) }
                        throw Stop()
                    }
                }
                #expect(throws: PostgreSQLError.unstorable(parameter: 2, .nulCharacter)) {
                    try session.copy(into: "stopped (id, name)") { rows in
                        try rows.append(row: [1, "name"])
                        try rows.append(row: [2, "\u{0}"])
                    }
                }
                let twice = #expect(throws: PostgreSQLError.self) {
                    try session.copy(into: "stopped (id, name)") { rows in
                        try rows.append(row: [1, "name"])
                        try rows.append(row: [1, "again"])
                    }
                }
                #expect(twice?.violatedUniqueness == "stopped_pkey")
                #expect(try session.value("SELECT count(*) FROM stopped") == 0)
            }
        }

        @Test func `a copy waits for a server that does not read`() async throws {
            let connection = try await connection()
            let time = try await connection.run { session in
                try session.script(
                    "CREATE TEMP TABLE slow (id int CHECK (id > 0 OR pg_sleep(.3) IS NOT NULL), piece bytea)")
                var time = Duration.zero
                try session.copy(into: "slow (id, piece)") { rows in
                    time = try ContinuousClock().measure {
                        for id in 0..<80 as Range<Int32> {
                            try rows.append(row: [id, [UInt8](repeating: 7, count: 100_000)])
                        }
                    }
                }
                #expect(try session.value("SELECT count(*) FROM slow") == 80)
                return time
            }
            // Otherwise 8 MB would be in memory at once.
            #expect(time > .milliseconds(200))
        }

        @Test func `rows are streamed one by one, and the stream can be left`() async throws {
            struct Stop: Error {}
            try await connection().run { session in
                var sum = 0
                try session.forEach("SELECT g FROM generate_series(1, \(10_000)) g") {
                    sum += try $0[0] as Int
                }
                #expect(sum == 50_005_000)
                var seen = 0
                #expect(throws: Stop.self) {
                    try session.forEach("SELECT generate_series(1, \(100_000_000))") { _ in
                        seen += 1
                        if seen == 3 { throw Stop() }
                    }
                }
                #expect(seen == 3)
                #expect(throws: PostgreSQLError.self) {
                    try session.forEach("SELECT 1 / (3 - g) FROM generate_series(1, 5) g") { _ in }
                }
                #expect(try session.value("SELECT 5") == 5)
            }
        }

        @Test func `a statement beyond the limit of prepared ones still runs`() async throws {
            try await connection().run { session in
                for number in 0..<600 {
                    let statement: PostgreSQLStatement = "SELECT \(sql: "\(number)") + \(1)"
                    let sum: Int? = try session.value(statement)
                    #expect(sum == number + 1)
                }
                #expect(try session.value("SELECT \(sql: "0") + \(1)") == 1)
                #expect(try session.value("SELECT count(*) <= 512 FROM pg_prepared_statements") == true)
            }
        }

        @Test func `a text with parameters of other types is another statement`() async throws {
            try await connection().run { session in
                func kind(_ statement: PostgreSQLStatement) throws -> String? {
                    #expect(statement.text == "SELECT pg_typeof($1)::text")
                    return try session.value(statement)
                }
                #expect(try kind("SELECT pg_typeof(\(1))::text") == "bigint")
                #expect(try kind("SELECT pg_typeof(\("1"))::text") == "text")
                #expect(try kind("SELECT pg_typeof(\(1.5))::text") == "double precision")
                #expect(try kind("SELECT pg_typeof(\(2))::text") == "bigint")
                let prepared = try session.value(
                    "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT pg_typeof%'",
                    as: Int.self)
                #expect(prepared == 3)
            }
        }

        @Test func `a cancelled task ends its statement, and no other`() async throws {
            let connection = try await connection()
            let clock = ContinuousClock()
            let time = await clock.measure {
                let ended = await withTaskGroup(of: PostgreSQLError?.self) { group in
                    group.addTask {
                        await failure { try await connection.run { try $0.execute("SELECT pg_sleep(30)") } }
                    }
                    try? await Task.sleep(for: .milliseconds(50))
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                #expect(ended == .cancelled)
            }
            #expect(time < .seconds(10))
            for _ in 0..<20 { #expect(try await connection.run { try $0.value("SELECT 1") } == 1) }
        }

        @Test func `a transaction in which nothing happens ends, and so do its locks`() async throws {
            #expect(PostgreSQLLimits().idleTransaction <= .seconds(10), "others write again within 15 s")
            let still = try await connection(PostgreSQLLimits(idleTransaction: .milliseconds(80)))
            try await still.run { try $0.script("BEGIN; SELECT pg_advisory_xact_lock(1500)") }
            try await connection().run { session in
                try session.transaction { _ = try $0.execute("SELECT pg_advisory_xact_lock(1500)") }
            }
            let ended = await failure { try await still.run { try $0.script("SELECT 1") } }
            #expect(ended != nil)
        }

        @Test func `a statement that takes too long is ended by the server`() async throws {
            let connection = try await connection(PostgreSQLLimits(statement: .milliseconds(80)))
            let ended = await failure { try await connection.run { try $0.execute("SELECT pg_sleep(30)") } }
            #expect(ended == .timedOut)
            #expect(try await connection.run { try $0.value("SELECT 1") } == 1)
        }

        @Test func `a transaction is kept wholly or not at all`() async throws {
            struct Stop: Error {}
            try await connection().run { session in
                try session.script("CREATE TEMP TABLE whole (id bigint PRIMARY KEY)")
                #expect(throws: Stop.self) {
                    try session.transaction { session in
                        try session.execute("INSERT INTO whole VALUES (\(1))")
                        throw Stop()
                    }
                }
                // The server answers this commit with success, and rolls back.
                #expect(throws: PostgreSQLError.rolledBack) {
                    try session.transaction { session in
                        try session.execute("INSERT INTO whole VALUES (\(1))")
                        _ = try? session.execute("INSERT INTO whole VALUES (\(1))")
                    }
                }
                #expect(try session.value("SELECT count(*) FROM whole") == 0)
                try session.transaction(.serializable) { try $0.execute("INSERT INTO whole VALUES (\(1))") }
                #expect(try session.value("SELECT count(*) FROM whole") == 1)
            }
        }

        @Test func `a notification reaches another connection`() async throws {
            let listener = try await PostgreSQLListener.open(["bell \"A\"", "other"], at: address())
            let sender = try await connection()
            for number in 0..<50 {
                _ = try await sender.run {
                    try $0.execute("SELECT pg_notify(\("bell \"A\""), \("\(number)"))")
                }
            }
            var heard: [String] = []
            for try await notification in listener.notifications {
                #expect(notification.channel == "bell \"A\"")
                heard.append(notification.payload)
                if heard.count == 50 { break }
            }
            #expect(heard == (0..<50).map { "\($0)" })
            #expect(await listener.dropped == 0)
        }

        @Test func `a listener ends when its connection does`() async throws {
            let listener = try await PostgreSQLListener.open(["ending"], at: address())
            let isEnded = try await connection().run { session in
                try session.value(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \"ending\"'",
                    as: Bool.self)
            }
            #expect(isEnded == true)
            let ended = await failure { for try await _ in listener.notifications {} }
            #expect(ended != nil)
        }

        @Test func `who writes waits while the tables are changed, and writes nothing into newer ones`()
            async throws
        {
            try await connection().run { try $0.script("CREATE SCHEMA changing") }
            let address = try address("options='-c search_path=changing'")
            let mark = SchemaMark(program: "ours", version: 3)
            let changer = try await PostgreSQLConnection.open(address)
            let (writer, looker) = (
                try await PostgreSQLConnection.open(address), try await PostgreSQLConnection.open(address)
            )
            @Sendable func write(under mark: SchemaMark) async -> PostgreSQLError? {
                await failure {
                    try await writer.run { session in
                        try session.transaction(under: mark) {
                            try $0.execute("INSERT INTO piece VALUES (1)")
                        }
                    }
                }
            }
            @Sendable func look() async -> PostgreSQLError? {
                await failure { try await looker.run { try $0.confirm(mark) } }
            }
            try await changer.run { session in
                try session.script("CREATE TABLE piece (id int8)")
                try session.write(mark)
            }
            #expect(await write(under: mark) == nil)
            #expect(await look() == nil)
            let newer = SchemaMark(program: "ours", version: 4)
            try await changer.run { session in
                try session.script("BEGIN")
                try session.holdTables()
                try session.write(newer)
            }
            #expect(await look() == .schemaChanging)
            async let refused = write(under: mark)
            let waits: PostgreSQLStatement = """
                SELECT EXISTS (
                    SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND NOT granted)
                """
            try await awaited("the write does not wait") {
                try await looker.run { try $0.value(waits) == true } ? true : nil
            }
            try await changer.run { try $0.script("COMMIT") }
            #expect(await refused == .newerSchema(found: 4, known: 3))
            #expect(await look() == .newerSchema(found: 4, known: 3))
            #expect(await write(under: newer) == nil)
            let count = try await looker.run { try $0.value("SELECT count(*) FROM piece", as: Int.self) }
            #expect(count == 2)
            try await looker.run { try $0.script("DROP SCHEMA changing CASCADE") }
        }

        @Test func `a database knows whose it is`() async throws {
            let ours = SchemaMark(program: "ours", version: 3)
            let connection = try await connection()
            try await connection.run { session in
                try session.script("CREATE SCHEMA whose; SET search_path = whose")
                #expect(try session.schemaVersion(for: ours) == 0)
                try session.write(ours)
                #expect(try session.schemaVersion(for: ours) == 3)
                try session.write(SchemaMark(program: "ours", version: 4))
                #expect(throws: PostgreSQLError.newerSchema(found: 4, known: 3)) {
                    try session.schemaVersion(for: ours)
                }
                try session.write(SchemaMark(program: "theirs", version: 1))
                #expect(throws: PostgreSQLError.foreignDatabase(program: "theirs")) {
                    try session.schemaVersion(for: ours)
                }
                try session.script("DROP TABLE schemaMark; CREATE TABLE something ()")
                #expect(throws: PostgreSQLError.foreignDatabase(program: nil)) {
                    try session.schemaVersion(for: ours)
                }
                try session.script("DROP SCHEMA whose CASCADE")
            }
        }
    }
}
