import Foundation
import People
import PostgreSQL
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// How often a server is asked for what people wait for: each time takes as long as the way there and back.
    @Suite(.enabled(if: StoreKind.hasServer)) struct RoundTripTests {
        /// How many statements a server has got, by its log.
        private func statements(of server: ThrowAwayServer) throws -> Int {
            try server.logged.split(separator: "\n").count {
                $0.contains("LOG:  statement: ") || $0.contains("LOG:  execute ")
            }
        }

        /// How many statements a server gets when somebody looks for the second time.
        private func statements(
            for look: (PostgreSQLStore, Account.ID) async throws -> Void
        ) async throws -> Int {
            let server = try await ThrowAwayServer(like: BothStoresTests.server)
            let address = try PostgreSQLAddress(
                "host=\(server.path) dbname=postgres user=postgres options='-c log_statement=all'")
            let store = try await PostgreSQLStore(address, keys: .throwAway, connections: 1)
            let anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
            let token = Credential(
                id: "token", hash: Data(repeating: 3, count: 32), principal: .account(anna))
            try await store.addToken(token, label: nil, at: noon)
            let first = try statements(of: server)
            try await look(store, anna)
            let second = try statements(of: server)
            try await look(store, anna)
            let last = try statements(of: server)
            #expect(first > 0 && second - first >= 3, "the log tells of statements")
            store.close()
            try await server.stop()
            return last - second
        }

        @Test func `who is signed in, and with which name and language, takes a question each`()
            async throws
        {
            func look(at store: PostgreSQLStore, for anna: Account.ID) async throws {
                #expect(try await store.credential("token")?.principal == .account(anna))
                #expect(try await RowLoginStore(store: store).login(of: anna)?.account.name == "anna")
                #expect(try await store.profile(of: anna).language == .english)
            }
            #expect(try await statements(for: look) == 3)
        }

        @Test func `who is signed in, with which fences and profile, takes a question each`() async throws {
            func look(at store: PostgreSQLStore, for anna: Account.ID) async throws {
                #expect(try await store.credential("token")?.principal == .account(anna))
                #expect(try await store.fences(of: anna).isEmpty)
                #expect(try await store.profile(of: anna).language == .english)
            }
            #expect(try await statements(for: look) == 3)
        }
    }
}
