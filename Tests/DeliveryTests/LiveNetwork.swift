import Alerts
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Synchronization

@testable import Delivery

/// The live streams of a store in a file of its own.
final class LiveNetwork: Sendable {
    let store: SQLiteStore
    let hub = LiveHub()
    let feed: LiveFeed
    let follower: LedgerFollower
    let ledger: WatchedLedger
    let lane = TestLane()
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
        ledger = WatchedLedger(store: store)
        feed = LiveFeed(hub: hub, ledger: ledger)
        follower = LedgerFollower(ledger: ledger, hub: hub)
        try await store.add([Station.sample()])
        store.observe(Followed(follower: follower))
    }

    /// An account that every sample alert concerns.
    func account(
        _ name: String = "anna", fence: String = "Home", quiet: QuietHours? = nil
    ) async throws -> Account.ID {
        guard let account = try await store.addAccount(named: name, at: noon)?.id else { throw NameTaken() }
        var fence = Fence.sample(name, of: account, name: fence)
        fence.rules.quietHours = quiet
        let footprint = FenceFootprint(anchor: .basel, boxes: [.world], extent: 5_000, outline: nil)
        try await store.add(fence, footprint: footprint, at: noon)
        return account
    }

    /// Raises alerts as the services do, each in its own transaction.
    func raise(_ count: Int = 1, _ alert: @Sendable (String) -> Alert = { .sample($0) }) async throws {
        for _ in 0..<count {
            let alert = alert(UUID().uuidString)
            try await store.writeReports { transaction in
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: alert.sent)
            }
        }
    }

    /// Raises alerts in one transaction.
    func raiseTogether(_ count: Int) async throws {
        try await store.writeReports { transaction in
            for alert in (0..<count).map({ _ in Alert.sample(UUID().uuidString) }) {
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: alert.sent)
            }
        }
    }

    /// The numbers of an account's inbox lines that are not quiet.
    func lines(of account: Account.ID) async throws -> [Int64] {
        try await store.entries(of: account, after: 0, limit: 10_000).filter { !$0.isQuiet }.map(\.id)
    }

    /// Opens a stream of an account, as its owner unless somebody else opens it.
    func open(
        _ account: Account.ID, by visitor: Visitor? = nil, after last: Int64? = nil
    ) async throws -> LiveStream? {
        try await feed.open(for: account, by: visitor ?? .sample(account), after: last)
    }

    /// Opens a stream on a connection with room for `room` events.
    func listen(
        _ account: Account.ID, by visitor: Visitor? = nil, after last: Int64? = nil, room: Int = .max
    ) async throws -> TestSink {
        guard let stream = try await open(account, by: visitor, after: last) else { throw NoSeat() }
        let sink = TestSink(stream, lane: lane, room: room)
        sink.onLane { stream.begin(on: sink) }
        return sink
    }

    /// Runs the services while `body` runs.
    func during(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [feed, follower] group in
            group.addTask { try await feed.run() }
            group.addTask { try await follower.run() }
            defer { group.cancelAll() }
            try await ledger.wasAsked("last")
            try await body()
        }
    }

    struct NameTaken: Error {}
    struct NoSeat: Error {}
}

/// A ledger that counts its reads.
final class WatchedLedger: LedgerStore {
    let store: SQLiteStore
    let asked = Mutex<[String: Int]>([:])
    /// The number of lines that it returned.
    let given = Mutex(0)
    /// How many lines were asked for each time.
    let limits = Mutex<[Int]>([])
    let isBroken = Mutex(false)
    /// The newest line that a server knows which stood still.
    let staleEnd = Mutex<Int64?>(nil)
    /// Runs before news are read.
    let beforeNews = Mutex<(@Sendable () async throws -> Void)?>(nil)

    init(store: SQLiteStore) { self.store = store }

    struct Broken: Error {}

    private func ask(_ what: String) throws {
        asked.withLock { $0[what, default: 0] += 1 }
        if isBroken.withLock({ $0 }) { throw Broken() }
    }

    func news(of accounts: Set<Account.ID>, after last: Int64, limit: Int) async throws -> LedgerNews {
        try ask("news")
        limits.withLock { $0.append(limit) }
        try await beforeNews.withLock { $0 }?()
        let news = try await store.news(of: accounts, after: last, limit: limit)
        given.withLock { $0 += news.lines.count }
        return news
    }

    func missed(
        by account: Account.ID, and persons: [Account.ID], after last: Int64
    ) async throws -> (count: Int, newest: Int64) {
        try ask("missed")
        return try await store.missed(by: account, and: persons, after: last)
    }

    func reader(_ account: Account.ID) async throws -> LedgerReader {
        try ask("reader")
        let reader = try await store.reader(account)
        guard let end = staleEnd.withLock(\.self) else { return reader }
        return LedgerReader(
            language: reader.language, tone: reader.tone, persons: reader.persons,
            bounds: min(reader.bounds.lowerBound, end)...end)
    }

    func currentReader(_ account: Account.ID) async throws -> LedgerReader {
        try ask("current")
        return try await store.currentReader(account)
    }

    func lastEntry() async throws -> Int64 {
        defer { asked.withLock { $0["last", default: 0] += 1 } }
        if isBroken.withLock({ $0 }) { throw Broken() }
        return try await store.lastEntry()
    }

    func wasAsked(_ what: String) async throws {
        try await eventually { [self] in asked.withLock { $0[what] != nil } }
    }
}

/// An event-loop lane: one queue.
final class TestLane: Sendable {
    let queue = DispatchQueue(label: "lane")
}

/// A connection in memory.
final class TestSink: LiveSink {
    private struct State {
        var chunks: [String] = []
        var room: Int
        var isFinished = false
        var isStarved = false
    }

    let stream: LiveStream
    private let home: TestLane
    private let state: Mutex<State>

    init(_ stream: LiveStream, lane: TestLane, room: Int) {
        self.stream = stream
        home = lane
        // The greeting does not count.
        state = Mutex(State(room: room == .max ? room : room + 1))
    }

    var lane: ObjectIdentifier { ObjectIdentifier(home) }
    func onLane(_ work: @escaping @Sendable () -> Void) { home.queue.async(execute: work) }

    var hasRoom: Bool {
        state.withLock { state in
            if state.room <= 0 { state.isStarved = true }
            return state.room > 0
        }
    }

    func write(_ head: String, _ tail: [UInt8]) {
        state.withLock { state in
            state.chunks.append(head + String(decoding: tail, as: UTF8.self))
            state.room -= 1
        }
    }

    func finish() {
        guard
            state.withLock({ state in
                defer { state.isFinished = true }
                return !state.isFinished
            })
        else { return }
        stream.connectionEnded()
    }

    /// Makes room for more events.
    func read(_ count: Int = 1_000_000) {
        onLane { [self] in
            state.withLock { $0.room = count }
            stream.roomReturned()
        }
    }

    /// Hangs up, as a client does.
    func hangUp() { onLane { [stream] in stream.connectionEnded() } }

    var chunks: [String] { state.withLock(\.chunks) }
    var isFinished: Bool { state.withLock(\.isFinished) }
    /// Whether something found no room.
    var isStarved: Bool { state.withLock(\.isStarved) }
    /// The numbers of the alerts that were sent.
    var told: [Int64] {
        chunks.compactMap { $0.firstMatch(of: /^id: (\d+)\nevent: alert\n/).flatMap { Int64($0.1) } }
    }
    /// The data of the gaps that were sent.
    var gaps: [String] {
        chunks.compactMap { $0.firstMatch(of: /event: gap\ndata: (.*)\n\n$/).map { String($0.1) } }
    }

    /// Waits until the account's lines were sent, and checks that none came twice.
    func tells(_ lines: [Int64]) async throws {
        try await eventually { [self] in told.count >= lines.count }
        guard told == lines else { throw Unexpected(told: told, lines: lines) }
    }

    struct Unexpected: Error {
        let told: [Int64]
        let lines: [Int64]
    }
}

/// Waits until a condition holds.
func eventually(_ isThere: @escaping @Sendable () async throws -> Bool) async throws {
    try await awaited("it did not come to pass", every: .milliseconds(2)) { try await isThere() ? true : nil }
}

/// Tells the follower of the ledger about new lines.
private struct Followed: ChangeObserver {
    let follower: LedgerFollower

    func committed(_ changes: CommittedChanges) {
        if changes.ledgerGrew { follower.ledgerGrew() }
    }
}
