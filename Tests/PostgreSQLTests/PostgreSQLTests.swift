import Foundation
import PostgreSQL
import SampleTesting
import Synchronization
import Testing

/// Everything that needs a server: one for all tests that do not disturb it.
///
/// Some of the tests wait without end when others starve them of threads.
/// `scripts/test PostgreSQLTests` runs them alone.
@Suite(.alone, .serverOfOurOwn)
enum PostgreSQLTests {
    @TaskLocal static var server: ThrowAwayServer?

    /// The address of the server of all tests.
    static func address(_ more: String = "") throws -> PostgreSQLAddress {
        let server = try #require(server)
        return try PostgreSQLAddress("host=\(server.path) dbname=postgres user=postgres \(more)")
    }

    static func connection(_ limits: PostgreSQLLimits = PostgreSQLLimits()) async throws
        -> PostgreSQLConnection
    {
        try await PostgreSQLConnection.open(address(), limits)
    }
}

/// Starts a server before the tests of a suite, and stops it after them.
struct ServerOfOurOwn: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let server = try await ThrowAwayServer()
        try await PostgreSQLTests.$server.withValue(server, operation: function)
        try await server.stop()
    }
}

extension Trait where Self == ServerOfOurOwn {
    static var serverOfOurOwn: Self { Self() }
}

/// The error of this module that an act ends with.
func failure<Value>(_ act: () async throws -> Value) async -> PostgreSQLError? {
    do {
        _ = try await act()
        return nil
    } catch { return error as? PostgreSQLError }
}

/// The name of an error's case.
func kind(_ error: PostgreSQLError?) -> String? {
    error.flatMap { Mirror(reflecting: $0).children.first?.label }
}

/// Holds the thread of a connection until it is opened.
final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() {
        while !isOpen.load(ordering: .acquiring) { usleep(500) }
    }

    /// Waits without holding a thread, which the one that opens it may need.
    func opened() async throws {
        try await awaited("the gate stayed closed") { isOpen.load(ordering: .acquiring) ? () : nil }
    }
}

/// Numbers, in the order in which they were added.
final class Tally: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
