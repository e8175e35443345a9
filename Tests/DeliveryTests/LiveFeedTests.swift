import Allergens
import Foundation
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Delivery

/// An archive's ledger; `whenAsked` runs before each answer.
private struct WatchedLedger: Ledger {
    let archive: Archive
    var whenAsked: @Sendable () async throws -> Void = {}

    func entries(of account: Account.ID, after last: Int64, limit: Int) async throws -> [LedgerEntry] {
        try await whenAsked()
        return try await archive.entries(of: account, after: last, limit: limit)
    }
}

@Suite struct LiveFeedTests {
    private let folder: TemporaryFolder
    private let archive: Archive
    private let account: Account.ID
    private let hub = LiveHub()

    init() async throws {
        folder = try TemporaryFolder()
        archive = try Archive(path: folder.path("archive.sqlite"))
        account = try #require(try await archive.addAccount(named: "anna", at: noon)).id
    }

    /// Writes entries and sends them, as the desks do.
    private func raise(_ count: Int) async throws {
        _ = try await archive.write { [account] transaction in
            try (0..<count).flatMap { _ in
                try transaction.raise(
                    .sample(UUID().uuidString), report: nil,
                    for: [Recipient(account: account, fences: [])])
            }
        } committed: { [hub] entries in
            hub.send(entries)
        }
    }

    private func all() async throws -> [Int64] {
        try await archive.entries(of: account, after: 0, limit: 100_000).map(\.id)
    }

    /// Everything that a stream sends until the hub is closed.
    private func text(
        of run: @Sendable ((ArraySlice<UInt8>) async throws -> Void) async throws -> Void
    ) async throws -> [String] {
        var chunks: [String] = []
        try await run { chunks.append(String(decoding: $0, as: UTF8.self)) }
        return chunks
    }

    private func feed(whenAsked: @escaping @Sendable () async throws -> Void = {}) -> LiveFeed {
        LiveFeed(hub: hub, ledger: WatchedLedger(archive: archive, whenAsked: whenAsked))
    }

    @Test func `a stream without a last event begins now`() async throws {
        try await raise(3)
        let run = try #require(feed().open(for: account, after: nil))
        try await raise(2)
        hub.close()
        let chunks = try await text(of: run)
        #expect(chunks.first == "retry: 3000\n\n")
        #expect(numbers(in: chunks) == Array(try await all().suffix(2)))
    }

    @Test(arguments: [0, 1, 499, 500, 501, 1_250])
    func `what was missed is replayed, however much it is`(count: Int) async throws {
        if count > 0 { try await raise(count) }
        let run = try #require(feed().open(for: account, after: 0))
        hub.close()
        #expect(numbers(in: try await text(of: run)) == (try await all()))
    }

    @Test func `the replay begins after the last event`() async throws {
        try await raise(10)
        let all = try await all()
        let run = try #require(feed().open(for: account, after: all[6]))
        hub.close()
        #expect(numbers(in: try await text(of: run)) == Array(all.suffix(3)))
    }

    @Test func `entries that come between opening and replay are told once`() async throws {
        try await raise(3)
        let run = try #require(feed().open(for: account, after: 0))
        try await raise(3)
        hub.close()
        let told = numbers(in: try await text(of: run))
        #expect(told.count == 6)
        #expect(told == (try await all()))
    }

    @Test func `entries that come during the replay are told once`() async throws {
        try await raise(600)
        let turns = Mutex(0)
        let feed = feed { [self] in
            // Before the first and the second page, and never again.
            guard
                turns.withLock({ turns in
                    turns += 1; return turns
                }) <= 2
            else { return }
            try await raise(5)
        }
        let run = try #require(feed.open(for: account, after: 0))
        let (hub, archive, account) = (hub, archive, account)
        var told: [String] = []
        try await run { bytes in
            told.append(String(decoding: bytes, as: UTF8.self))
            let kept = try await archive.entries(of: account, after: 0, limit: 1_000).count
            if kept == 610, told.count > 600 { hub.close() }
        }
        #expect(numbers(in: told) == (try await all()))
    }

    @Test func `heartbeats pass, and other accounts do not`() async throws {
        let run = try #require(feed().open(for: account, after: nil))
        hub.beat()
        hub.send([entry(9, of: Account.ID(rawValue: account.rawValue + 1))])
        hub.close()
        #expect(try await text(of: run) == ["retry: 3000\n\n", ": heartbeat\n\n"])
    }

    @Test func `no stream is opened beyond the limit or after the end`() async throws {
        let streams = (0..<LiveHub.streamsPerAccount).compactMap { _ in feed().open(for: account, after: nil)
        }
        #expect(streams.count == 16)
        #expect(feed().open(for: account, after: nil) == nil)
        hub.close()
        #expect(feed().open(for: account, after: nil) == nil)
    }

    @Test func `a reader that fails ends its stream and leaves the hub`() async throws {
        struct Gone: Error {}
        do {
            let run = try #require(feed().open(for: account, after: nil))
            await #expect(throws: Gone.self) { try await run { _ in throw Gone() } }
        }
        #expect(hub.counts.open == 0)
    }

    @Test func `streams that join while entries are written lose and repeat nothing`() async throws {
        let (hub, archive, account) = (hub, archive, account)
        let told = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let run = try #require(feed().open(for: account, after: 0))
                    var chunks: [String] = []
                    try await run { chunks.append(String(decoding: $0, as: UTF8.self)) }
                    return numbers(in: chunks)
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                for _ in 0..<100 { writers.addTask { try await raise(1) } }
                try await writers.waitForAll()
            }
            // Streams that have not begun yet would find the hub closed.
            while hub.counts.open < 8 { await Task.yield() }
            hub.close()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let kept = try await archive.entries(of: account, after: 0, limit: 1_000).map(\.id)
        #expect(kept.count == 100)
        for numbers in told { #expect(numbers == kept) }
    }
}
