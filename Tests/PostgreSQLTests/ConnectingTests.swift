import Foundation
import PostgreSQL
import SampleTesting
import Testing

extension PostgreSQLTests {
    @Suite struct ConnectingTests {
        @Test func `a wrong password is told from a wrong name, database and address`() async throws {
            let server = try #require(server)
            _ = try await connection().run { session in
                try session.script("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'right'")
            }
            let home = "host=\(server.path) dbname=postgres"
            _ = try await PostgreSQLConnection.open(PostgreSQLAddress("\(home) user=guest password=right"))
            let wrong = await refusal("\(home) user=guest password=wrong")
            guard case .signInRefused(let message) = wrong else { throw Late("\(String(describing: wrong))") }
            #expect(message.state == "28P01")
            #expect("\(try #require(wrong))".contains("Check name and password"))
            #expect(kind(await refusal("\(home) user=nobody")) == "signInRefused")
            #expect(kind(await refusal("host=\(server.path) dbname=none user=postgres")) == "noSuchDatabase")
            let nowhere = await refusal("host=/nowhere dbname=postgres user=postgres")
            #expect(kind(nowhere) == "unreachable")
            #expect("\(try #require(nowhere))".contains("/nowhere"))
        }

        @Test func `an address that cannot be read is refused, and shows no password`() throws {
            for text in [
                "postgresql://a:secret@[host/", "dbname=x wrong", "host='secret", "colour=secret",
            ] {
                let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress(text) }
                #expect(!"\(try #require(error))".contains("secret"))
            }
            let address = try PostgreSQLAddress("postgresql://me:secret@a:1,b:2/breathe?sslmode=verify-full")
            #expect(address.description == "user=me dbname=breathe host=a,b port=1,2 sslmode=verify-full")
        }

        @Test func `another encoding is refused`() async throws {
            _ = try await connection().run { session in
                try session.script("DROP DATABASE IF EXISTS latin")
                try session.script("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
            }
            let refused = await failure {
                try await PostgreSQLConnection.open(PostgreSQLTests.address("dbname=latin"))
            }
            #expect(kind(refused) == "unfitServer")
            #expect("\(try #require(refused))".contains("LATIN1"))
        }

        @Test(.enabled(if: SmallDisk.isPossible)) func `a full disk of the server is told`() async throws {
            let disk = try SmallDisk(mebibytes: 1)
            let space = disk.folder.appending(path: "space")
            try FileManager.default.createDirectory(at: space, withIntermediateDirectories: true)
            try await ThrowAwayServer.give(space.path)
            try await connection().run { session in
                try session.script("CREATE TABLESPACE small LOCATION '\(space.path)'")
                try session.script("CREATE TABLE filling (piece bytea) TABLESPACE small")
                try session.script("ALTER TABLE filling ALTER COLUMN piece SET STORAGE EXTERNAL")
                let piece = [UInt8](repeating: 7, count: 200_000)
                let full = #expect(throws: PostgreSQLError.self) {
                    for _ in 0..<20 { try session.execute("INSERT INTO filling VALUES (\(piece))") }
                }
                #expect(kind(full) == "diskFull")
                #expect("\(try #require(full))".contains("The disk of PostgreSQL is full"))
                try session.script("DROP TABLE filling")
                try session.script("DROP TABLESPACE small")
            }
        }

        @Test(arguments: [
            ("session", ""), ("transaction", ""), ("statement", ""),
            // Sessions take turns, so that a client may meet its own again by chance.
            ("transaction", "server_round_robin = 1\nmin_pool_size = 2"),
        ])
        func `a pooler is good only where a client keeps its session`(mode: String, settings: String)
            async throws
        {
            let pooler = try await ThrowAwayPooler(before: #require(server), mode: mode, settings)
            let address = try PostgreSQLAddress(pooler.address)
            let refused = await failure { try await PostgreSQLPool(address) }
            #expect(refused == (mode == "session" ? nil : .transactionPooler))
            let deaf = await failure { try await PostgreSQLListener.open(["bell"], at: address) }
            #expect(deaf == (mode == "session" ? nil : .transactionPooler))
        }

        @Test func `what a pooler refuses is told like what the server refuses`() async throws {
            let users = try TemporaryFolder()
            let file = try users.file("users", holding: #""guest" "right""#)
            let pooler = try await ThrowAwayPooler(
                before: #require(server), mode: "session", of: "postgres",
                "auth_type = md5\nauth_file = \(file.path)")
            let home = pooler.address.replacing("user=postgres", with: "user=guest")
            _ = try await PostgreSQLConnection.open(PostgreSQLAddress("\(home) password=right"))
            #expect(kind(await refusal("\(home) password=wrong")) == "signInRefused")
            let nowhere = home.replacing("dbname=postgres", with: "dbname=none")
            #expect(kind(await refusal("\(nowhere) password=right")) == "noSuchDatabase")
            let more = await refusal("\(home) password=right options='-c search_path=public'")
            #expect(kind(more) == "unfitServer")
            #expect("\(try #require(more))".contains("ignore_startup_parameters"))
        }

        private func refusal(_ address: String) async -> PostgreSQLError? {
            await failure { try await PostgreSQLConnection.open(PostgreSQLAddress(address)) }
        }
    }
}
