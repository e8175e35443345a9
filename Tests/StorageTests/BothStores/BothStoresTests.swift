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
        self.kind = kind
        folder = try TemporaryFolder()
        schema = "test\(Self.schemas.wrappingAdd(1, ordering: .relaxed).newValue)"
        if kind == .postgreSQL {
            let connection = try await PostgreSQLConnection.open(Self.address())
            try await connection.run { [schema] in try $0.script("CREATE SCHEMA \(schema)") }
        }
        store = try await Self.open(kind, folder, schema)
    }

    deinit { (store as? PostgreSQLStore)?.close() }

    private static func open(
        _ kind: StoreKind, _ folder: TemporaryFolder, _ schema: String
    ) async throws -> any RowStore {
        switch kind {
        case .sqlite: try SQLiteStore(path: folder.path("store.sqlite"))
        case .postgreSQL:
            try await PostgreSQLStore(
                address("options='-c search_path=\(schema)'"), keys: .throwAway, connections: connections)
        }
    }

    private static func address(_ more: String = "") throws -> PostgreSQLAddress {
        let server = try #require(BothStoresTests.server)
        return try PostgreSQLAddress("host=\(server.path) dbname=postgres user=postgres \(more)")
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
