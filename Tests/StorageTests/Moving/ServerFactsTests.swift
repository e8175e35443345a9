import Alerts
import PostgreSQL
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// What those who look after a server learn of it.
    @Suite(.enabled(if: StoreKind.hasServer)) struct ServerFactsTests {
        @Test func `a server says how it keeps what it is given`() async throws {
            let facts = try await ServerFacts.read(at: OpenedRows.address())
            #expect(facts.version.hasPrefix("15") && facts.encoding == "UTF8" && facts.collation == "C")
            #expect(!facts.flushes && facts.commitsWaitFor == "on" && facts.isOwner)
            #expect(facts.neededStandbys.isEmpty && facts.standbys.isEmpty)
            #expect(facts.mostConnections == 37 && facts.connections >= 1)
        }

        @Test func `a user who may not make tables is found, and told so`() async throws {
            try await OpenedRows.run("CREATE DATABASE visited")
            try await OpenedRows.run("CREATE ROLE visitor LOGIN")
            let server = try #require(BothStoresTests.server)
            let address = try PostgreSQLAddress("host=\(server.path) dbname=visited user=visitor")
            #expect(try await !ServerFacts.read(at: address).isOwner)
            let error = await #expect(throws: PostgreSQLError.self) {
                try await PostgreSQLStore(address, keys: .throwAway, connections: 1)
            }
            guard case .forbidden = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error.map { "\($0)".contains("owner of the database") } == true)
            #expect(error.flatMap { StoreFailure($0) } == .unopenable)
        }
    }
}
