import Foundation
import People
import PostgreSQL
import SampleTesting
import Synchronization
import Testing

@testable import Storage

/// What is written once over ``RowStore``, in SQLite and in PostgreSQL.
///
/// PostgreSQL is a server of its own, and takes part where no other tests run beside these: `scripts/test` runs them
/// again at the end, and `scripts/test BothStoresTests` runs them alone.
@Suite(.serverBesideFiles)
enum BothStoresTests {
    @TaskLocal static var server: ThrowAwayServer?
}

/// The databases that a store can have.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// Those that take part in this run.
    static var tested: [Self] { hasServer ? allCases : [.sqlite] }

    static var hasServer: Bool { ProcessInfo.processInfo.environment["BREATHE_ALONE"] == "1" }
}

/// Starts a server before the tests of a suite, and stops it after them.
struct ServerBesideFiles: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard StoreKind.hasServer else { return try await function() }
        let server = try await ThrowAwayServer()
        try await BothStoresTests.$server.withValue(server, operation: function)
        try await server.stop()
    }
}

extension Trait where Self == ServerBesideFiles {
    static var serverBesideFiles: Self { Self() }
}

/// A store without rows, in a file or a schema of its own.
final class OpenedRows: Sendable {
    /// The most connections: eight tests at a time stay below what the server allows.
    private static let connections = 4
    private static let schemas = Atomic(0)

    let store: any RowStore
    private let kind: StoreKind
    private let folder: TemporaryFolder
    private let schema: String

    init(_ kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let schema = "test\(Self.schemas.wrappingAdd(1, ordering: .relaxed).newValue)"
        if kind == .postgreSQL { try await Self.run("CREATE SCHEMA \(schema)") }
        store = try await Self.open(kind, folder, schema)
        (self.kind, self.folder, self.schema) = (kind, folder, schema)
    }

    deinit { (store as? PostgreSQLStore)?.close() }

    private static func open(
        _ kind: StoreKind, _ folder: TemporaryFolder, _ schema: String
    ) async throws -> any RowStore {
        switch kind {
        case .sqlite: try SQLiteStore(path: folder.path("store.sqlite"))
        case .postgreSQL:
            try await PostgreSQLStore(
                address(of: schema), keys: .throwAway, connections: connections)
        }
    }

    /// The database, with names looked up in one of its schemas.
    static func address(of schema: String = "public") throws -> PostgreSQLAddress {
        let server = try #require(BothStoresTests.server)
        return try PostgreSQLAddress(
            "host=\(server.path) dbname=postgres user=postgres options='-c search_path=\(schema)'")
    }

    /// Runs statements in the database of all schemas.
    static func run(_ script: String) async throws {
        let connection = try await PostgreSQLConnection.open(address())
        try await connection.run { try $0.script(script) }
    }

    /// Does something with the same database, opened once more.
    func again<Outcome>(_ act: (any RowStore) async throws -> Outcome) async throws -> Outcome {
        let store = try await Self.open(kind, folder, schema)
        defer { (store as? PostgreSQLStore)?.close() }
        return try await act(store)
    }

    func account(_ name: String = "anna") async throws -> Account.ID {
        try #require(try await store.addAccount(named: name, at: noon)).id
    }

    func count(_ table: String) async throws -> Int? {
        try await store.readRows { try $0.value("SELECT count(*) FROM \(sql: table)") }
    }
}
