import Alerts
import People
import PostgreSQL
import SampleTesting
import Synchronization

@testable import Storage

/// What was committed, and what was over before what began, to check what a reader has seen.
final class ChangeHistory: Sendable {
    private struct Act {
        let began: Int
        var ended: Int?
    }

    /// The acts by number, and how often one began or ended.
    private let state = Mutex<(acts: [Int64: Act], clock: Int)>(([:], 0))

    /// How many acts there were.
    var count: Int { state.withLock { $0.acts.count } }

    /// Does an act, whose number is used once.
    func act(_ number: Int64, _ body: () async throws -> Void) async throws {
        state.withLock { state in
            state.clock += 1
            state.acts[number] = Act(began: state.clock)
        }
        try await body()
        state.withLock { state in
            state.clock += 1
            state.acts[number]?.ended = state.clock
        }
    }

    /// Commits so many changes, one after the other.
    func write(_ count: Int, as writer: Int, to node: PostgreSQLStore) async throws {
        for turn in 0..<count {
            let number = 1_000 * writer + turn
            try await act(Int64(number)) { try await node.tell(number) }
        }
    }

    /// What is wrong with a record of numbers: each act is in it once, and before those that began after its end.
    func faults(in seen: [Int64]) -> [String] {
        let acts = state.withLock(\.acts)
        let times = Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +)
        var faults = acts.keys.sorted().filter { times[$0] != 1 }.map {
            "\($0) was seen \(times[$0] ?? 0) times"
        }
        faults += seen.filter { acts[$0] == nil }.map { "\($0) was never committed" }
        var latest: (number: Int64, began: Int)?
        for number in seen {
            guard let act = acts[number] else { continue }
            if let latest, let ended = act.ended, ended < latest.began {
                faults.append("\(number) was seen after \(latest.number)")
            }
            if act.began > latest?.began ?? 0 { latest = (number, act.began) }
        }
        return faults
    }
}

/// Hears of what others commit by the bell alone; a service has a clock besides.
final class Follower: Sendable {
    private struct State {
        var seen: [Int64] = []
        /// How often it heard that a bell was tried.
        var trials = 0
    }

    private let store: PostgreSQLStore
    private let state = Mutex(State())

    init(of store: PostgreSQLStore) { self.store = store }

    /// The numbers that it was told, in order; −1 for what may be anything.
    var seen: [Int64] { state.withLock(\.seen) }

    /// Follows while something is done, and lets others ring meanwhile.
    func during(ringing others: [PostgreSQLStore], _ body: () async throws -> Void) async throws {
        let mark = try await store.foreignMark()
        let (calls, call) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.store.attendBell { call.yield() } }
            for other in others { group.addTask { await other.attendBell {} } }
            group.addTask { try await self.follow(from: mark, calls) }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private func follow(from beginning: ForeignMark, _ calls: AsyncStream<Void>) async throws {
        var mark = beginning
        for await _ in calls {
            var hasMore = true
            while hasMore {
                let news = try await store.foreignChanges(after: mark)
                note(news.changes)
                (mark, hasMore) = (news.mark, news.hasMore)
            }
        }
    }

    private func note(_ changes: [CommittedChanges]) {
        let numbers = changes.flatMap { changes in
            changes.mayBeMore ? [-1] : changes.accounts.map(\.rawValue)
        }
        state.withLock { state in
            state.seen += numbers.filter { $0 != 0 }
            state.trials += numbers.count { $0 == 0 }
        }
    }

    /// Waits until it hears the bell of a node.
    func hearsBell(of node: PostgreSQLStore) async throws {
        let before = state.withLock(\.trials)
        try await awaited("the bell is not heard") {
            try await node.tell(0)
            return state.withLock(\.trials) > before ? () : nil
        }
    }

    /// Waits until it has seen as much as was committed.
    func catchesUp(with history: ChangeHistory) async throws {
        try await awaited("something was not heard") { seen.count >= history.count ? () : nil }
    }

    /// Ends the connections that listen, once there are two of them, and waits for their end.
    func losesItsEar(_ operating: PostgreSQLConnection) async throws {
        try await awaited("nobody listens") {
            let count = try await operating.run { session in
                try session.value(
                    "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'", as: Int.self)
            }
            return count == 2 ? () : nil
        }
        try await operating.run { session in
            _ = try session.execute(
                "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        }
    }
}

/// Keeps what a store tells its observers.
final class Observed: ChangeObserver {
    private let changes = Mutex<[CommittedChanges]>([])

    var all: [CommittedChanges] { changes.withLock(\.self) }

    func committed(_ changes: CommittedChanges) { self.changes.withLock { $0.append(changes) } }
}
