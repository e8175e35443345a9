import Alerts
import Foundation
import GRDB
import Observations
import People
import SampleTesting
import Synchronization
import Testing

@testable import Storage

/// Records the order of events.
private final class Steps: ChangeObserver {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    func committed(_ changes: CommittedChanges) {
        for account in changes.accounts { add(Int(account.rawValue)) }
    }
}

@Suite struct ArchiveFileTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample()])
    }

    private func size(of name: String) throws -> Int {
        try Data(contentsOf: opened.folder.url.appending(path: name)).count
    }

    @Test func `a write is synced before it returns`() async throws {
        let (synchronous, journal) = try await opened.store.pool.write { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                try String.fetchOne(database, sql: "PRAGMA journal_mode")
            )
        }
        // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
        #expect(synchronous == 2 && journal == "wal")
    }

    @Test func `commit handlers run before the next transaction`() async throws {
        let steps = Steps()
        let store = opened.store
        store.observe(steps)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await store.transact { transaction in
                        steps.add(number)
                        transaction.changes.accounts = [Account.ID(rawValue: Int64(number))]
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = steps.all
        #expect(found.count == 100)
        for step in stride(from: 0, to: found.count - 1, by: 2) { #expect(found[step] == found[step + 1]) }
    }

    @Test func `a checkpoint empties the write-ahead log`() async throws {
        try await opened.keep([.sample(80)])
        #expect(try size(of: "store.sqlite-wal") > 0)
        try opened.store.checkpoint()
        #expect(try size(of: "store.sqlite-wal") == 0)
        let values = try await opened.store.readings(of: "basel", days: today...today)
        #expect(values.map(\.value) == [80])
    }

    @Test func `a backup made during writes is sound and shows one moment`() async throws {
        let copy = opened.folder.path("copy.sqlite")
        let opened = opened
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<300 {
                    // One transaction changes both values: a copy with different values would be torn.
                    try await opened.keep([.sample(Double(number)), .sample(Double(number), of: "grass")])
                }
            }
            group.addTask {
                for turn in 0..<5 {
                    let path = "\(copy)-\(turn)"
                    try opened.store.backUp(to: path)
                    let store = try SQLiteStore(path: path)
                    #expect(try await store.integrityProblems().isEmpty)
                    let values = try await store.readings(of: "basel", days: today...today)
                    #expect(Set(values.map(\.value)).count <= 1)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a backup is a single plain file`() async throws {
        try await opened.keep([.sample(80)])
        #expect(opened.store.files.lastBackup == nil)
        try opened.store.backUp(to: opened.folder.path("copy.sqlite"))
        #expect(opened.store.files.lastBackup.map { $0.timeIntervalSinceNow > -60 } == true)
        let names = try FileManager.default.contentsOfDirectory(atPath: opened.folder.url.path)
        #expect(names.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    }

    @Test func `other processes' writes change the foreign mark, our own do not`() async throws {
        let other = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        let before = try await opened.store.foreignMark()
        try await opened.keep([.sample(80)])
        #expect(try await opened.store.foreignMark() == before)
        _ = try await other.readings(of: "basel", days: today...today)
        #expect(try await opened.store.foreignMark() == before)
        _ = try await other.add([.sample("bern")])
        let after = try await opened.store.foreignMark()
        #expect(after != before)
        #expect(try await opened.store.foreignMark() == after)
        let news = try await opened.store.foreignChanges(after: before)
        #expect(news.changes.map(\.mayBeMore) == [true] && news.mark == after && !news.hasMore)
        #expect(try await opened.store.foreignChanges(after: after).changes.isEmpty)
    }

    @Test func `damage is found`() async throws {
        try await opened.keep([.sample(80)])
        #expect(try await opened.store.integrityProblems().isEmpty)
        try await opened.store.pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM station")
        }
        #expect(try await opened.store.integrityProblems().count == 1)
    }

    @Test func `the structure is checked as far as there is time`() async throws {
        try await opened.store.pool.writeWithoutTransaction { database in
            try database.execute(
                sql: "CREATE TABLE large (content); INSERT INTO large VALUES (randomblob(50000000))")
        }
        let whole = try await opened.store.quickCheck(within: .seconds(600))
        #expect(whole.isComplete && whole.problems.isEmpty)
        let part = try await opened.store.quickCheck(within: .nanoseconds(1))
        #expect(!part.isComplete && part.problems.isEmpty)
    }

    @Test func `the SQLite library supports what the schema needs`() async throws {
        #expect(try SQLiteStore.libraryVersion.hasPrefix("3."))
        try await opened.store.answers()
    }
}
