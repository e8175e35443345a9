import Alerts
import Foundation
import GRDB
import SampleTesting
import Synchronization
import Testing

@testable import Storage

/// Actions of many callers in few transactions.
@Suite struct SharedCommitTests {
    private let folder: TemporaryFolder
    private let pool: DatabasePool
    private let writer: StorePool
    /// Only the number of actions ends a transaction here, however slow the machine is.
    private let commit = SharedCommit(patience: .seconds(600))

    private struct Refused: Error {}

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("shared.sqlite")
        let pool = try DatabasePool(path: path)
        self.pool = pool
        writer = try StorePool(path: path, health: StoreHealth(path: path)) {
            StorePool.Connections(pool: pool, lookups: try DatabaseQueue(path: path))
        }
        try pool.write { try $0.execute(sql: "CREATE TABLE act (number INTEGER PRIMARY KEY)") }
    }

    private func numbers() throws -> [Int] {
        try pool.read { try Int.fetchAll($0, sql: "SELECT number FROM act ORDER BY number") }
    }

    /// Stores a number, and then throws if it is odd.
    private func keep(_ number: Int, committed: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        _ = try await commit.write(
            to: writer,
            { database in
                try database.execute(sql: "INSERT INTO act VALUES (?)", arguments: [number])
                if number % 2 == 1 { throw Refused() }
                return number
            }, committed: committed)
    }

    /// Whether an action throws.
    private func fails(_ act: () async throws -> Void) async -> Bool {
        do {
            try await act()
            return false
        } catch {
            return error is DatabaseError || error is Refused
        }
    }

    @Test
    func
        `acts that come while the writer is busy share commits, and one that throws undoes nothing of others`()
        async throws
    {
        let commits = CommitCounter()
        pool.add(transactionObserver: commits)
        let said = Notes()
        // The writer waits until all actions have arrived.
        let gate = DispatchSemaphore(value: 0)
        pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { await fails { try await keep(number) { said.add($0) } } }
            }
            while commit.waitingCount < 200 { await Task.yield() }
            gate.signal()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        let even = Array(stride(from: 0, to: 200, by: 2))
        #expect(refused == 100)
        #expect(try numbers() == even)
        #expect(said.numbers.sorted() == even)
        #expect(commits.count == (200 + SharedCommit.limit - 1) / SharedCommit.limit)
    }

    @Test func `a transaction that has taken long takes up no more actions`() async throws {
        let commits = CommitCounter()
        pool.add(transactionObserver: commits)
        let hasty = SharedCommit(patience: .zero)
        let gate = DispatchSemaphore(value: 0)
        pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask { [writer] in
                    try? await hasty.write(
                        to: writer,
                        { try $0.execute(sql: "INSERT INTO act VALUES (?)", arguments: [number]) },
                        committed: { _ in })
                }
            }
            while hasty.waitingCount < 10 { await Task.yield() }
            gate.signal()
        }
        #expect(try numbers() == Array(0..<10))
        #expect(commits.count == 10)
    }

    @Test func `an action learns that others wait for it`() async throws {
        let gate = DispatchSemaphore(value: 0)
        pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        let commit = commit
        async let first = commit.write(to: writer, { _ in commit.othersWait }, committed: { _ in })
        while commit.waitingCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
        async let second = commit.write(to: writer, { _ in commit.othersWait }, committed: { _ in })
        while commit.waitingCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
        gate.signal()
        #expect(try await first)
        #expect(try await !second)
    }

    @Test func `a lone action is committed at once, and readers see it when its handler runs`() async throws {
        let seen = Notes()
        try await keep(4) { _ in
            for number in (try? numbers()) ?? [] { seen.add(number) }
        }
        #expect(seen.numbers == [4])
    }

    @Test func `an action that another process locks out gets an error, and the next one succeeds`()
        async throws
    {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path("shared.sqlite"), configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: StoreFailure.busy) { try await keep(2) }
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try await keep(6)
        #expect(try numbers() == [6])
        // Closing a connection locks the file for a moment, so it stays open until here.
        try other.close()
    }

    @Test func `a failed commit fails all actions that share it`() async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE owner (number INTEGER PRIMARY KEY);
                    CREATE TABLE owned (owner INTEGER REFERENCES owner (number) DEFERRABLE INITIALLY DEFERRED);
                    """)
        }
        let gate = DispatchSemaphore(value: 0)
        pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        let commit = commit
        let failures = await withTaskGroup(of: Bool.self) { group in
            group.addTask { await fails { try await keep(8) } }
            group.addTask {
                await fails {
                    try await commit.write(
                        to: writer, { try $0.execute(sql: "INSERT INTO owned VALUES (1)") },
                        committed: { _ in }
                    )
                }
            }
            while commit.waitingCount < 2 { await Task.yield() }
            gate.signal()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 2)
        #expect(try numbers().isEmpty)
    }
}

private final class Notes: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock(\.self) }
    func add(_ number: Int) { state.withLock { $0.append(number) } }
}

/// Counts the commits.
private final class CommitCounter: TransactionObserver {
    private let commits = Atomic(0)

    var count: Int { commits.load(ordering: .relaxed) }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) { commits.add(1, ordering: .relaxed) }
    func databaseDidRollback(_ database: Database) {}
}
