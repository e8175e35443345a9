import Foundation
import SampleTesting
import Storage
import Testing

@testable import Server

/// What an operator reads at the start and from the doctor when the address is not that of the network.
@Suite(.timeLimit(.minutes(10)), .alone)
struct PostgreSQLRefusalTests {
    private let folder: TemporaryFolder
    private let server: ThrowAwayServer

    init() async throws {
        folder = try TemporaryFolder()
        server = try await ThrowAwayServer()
    }

    /// Expects that the program does not start, and that neither it nor the doctor leaves out what is to be done.
    private func expectRefused(_ address: String, _ words: String) async throws {
        let configuration = try ServerConfiguration(
            flags: [
                .database: folder.path("breathe.sqlite"), .resources: repository.path, .store: address,
            ], environment: [:])
        let error = await #expect(throws: (any Error).self) {
            _ = try await Network.open(configuration, serves: true)
        }
        #expect("\(try #require(error))".contains(words))
        let findings = await SystemCheck.findings(at: try #require(configuration.postgreSQL), configuration)
        let wrong = findings.filter { !$0.isGood && ["PostgreSQL", "tables"].contains($0.subject) }
        #expect(wrong.count == 1 && wrong[0].words.contains(words), "\(findings.map(\.words))")
    }

    @Test func `each address that is not the network's is refused in a sentence that says what to do`()
        async throws
    {
        let home = "host=\(server.path) dbname=postgres"
        try await expectRefused("host=/nowhere dbname=postgres", "Check host, port and firewall")
        try await server.run("CREATE ROLE guest LOGIN PASSWORD 'right'")
        try await expectRefused("\(home) user=guest password=wrong", "Check name and password")
        try await expectRefused("host=\(server.path) dbname=none user=postgres", "Create it with createdb")
        for mode in ["transaction", "statement"] {
            let pooler = try await ThrowAwayPooler(before: server, mode: mode)
            try await expectRefused(pooler.address, "set pool_mode = session")
        }
        try await server.refusingWrites {
            try await expectRefused("\(home) user=postgres", "the database is changing over to another")
        }
        try await server.run("CREATE TABLE account (id int)")
        try await expectRefused("\(home) user=postgres", "The database has tables of another program")
        try await server.run("DROP TABLE account")
        let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 1)
        store.close()
        try await server.run("UPDATE schemaMark SET version = version + 1")
        try await expectRefused("\(home) user=postgres", "Install the newer program")
        try await server.stop()
    }
}
