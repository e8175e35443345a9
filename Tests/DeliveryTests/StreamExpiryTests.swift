import Foundation
import People
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(20))) struct StreamExpiryTests {
    /// The store of a network; what it was asked is counted, and it can be broken.
    private final class AskedStore: ExpiryStore {
        private let store: SQLiteStore
        let asked = Mutex<[String]>([])
        let isBroken = Mutex(false)

        init(_ store: SQLiteStore) { self.store = store }

        struct Broken: Error {}

        func expiry(of credential: String) async throws -> Date? {
            asked.withLock { $0.append(credential) }
            if isBroken.withLock({ $0 }) { throw Broken() }
            return try await store.expiry(of: credential)
        }
    }

    private final class Clock: Sendable {
        let now = Mutex(noon)
    }

    private let network: LiveNetwork
    private let store: AskedStore
    private let clock: Clock
    private let expiry: StreamExpiry

    init() async throws {
        network = try await LiveNetwork()
        let (store, clock) = (AskedStore(network.store), Clock())
        (self.store, self.clock) = (store, clock)
        expiry = StreamExpiry(hub: network.hub, store: store) { clock.now.withLock(\.self) }
    }

    private func pass(until time: Date) async throws {
        clock.now.withLock { $0 = time }
        try await expiry.endExpired()
    }

    /// A stream with a new token, on a connection.
    private func listen(
        _ account: Account.ID, with token: String, until end: Date? = nil
    ) async throws -> TestSink {
        let credential = Credential(
            id: token, hash: Data(repeating: 3, count: 32), principal: .account(account), ends: end)
        try await network.store.addToken(credential, label: nil, at: noon)
        return try await network.listen(account, by: .sample(account, with: token, until: end))
    }

    @Test func `the end of a token ends the streams that it opened, and no other`() async throws {
        let anna = try await network.account()
        let last = noon + 60
        let ending = try await listen(anna, with: "short", until: last)
        let others = [
            try await listen(anna, with: "long", until: last + 1), try await listen(anna, with: "endless"),
        ]
        try await eventually { network.hub.counts.open == 3 }
        try await pass(until: last - 0.001)
        #expect(store.asked.withLock(\.self) == [], "nothing is asked before")
        try await pass(until: last)
        try await eventually { ending.isFinished && network.hub.counts.open == 2 }
        #expect(store.asked.withLock(\.self) == ["short"])
        #expect(!others[0].isFinished && !others[1].isFinished)
        try await pass(until: noon + 10 * Session.longest)
        try await eventually { others[0].isFinished && network.hub.counts.open == 1 }
        #expect(store.asked.withLock(\.self) == ["short", "long"])
        #expect(!others[1].isFinished)
    }

    @Test func `a stream lives on with the use of its session, and ends with it`() async throws {
        let anna = try await network.account()
        let session = Session(
            id: Session.ID(rawValue: "one"), account: anna, kind: .cookie, scopes: .all, device: "",
            created: noon, lastUsed: noon, ends: noon + Session.idle)
        let stored = StoredSession(
            session: session, hash: Data(repeating: 1, count: 32), renewed: noon,
            seed: Data(repeating: 2, count: 32))
        try await network.store.add(stored)
        let visitor = Visitor.sample(anna, with: "one", until: session.ends)
        let sinks = [
            try await network.listen(anna, by: visitor), try await network.listen(anna, by: visitor),
        ]
        try await eventually { network.hub.counts.open == 2 }
        try await network.store.noteVisits(["one": noon + 3_600])
        try await pass(until: session.ends)
        #expect(store.asked.withLock(\.self) == ["one"], "both are asked about at once")
        try await pass(until: session.ends + 3_599)
        #expect(store.asked.withLock(\.self) == ["one"], "the new end is known")
        // What would have been ended by now has left.
        network.hub.beat()
        try await eventually { sinks.allSatisfy { $0.chunks.contains(": heartbeat\n\n") } }
        #expect(network.hub.counts.open == 2 && !sinks.contains(where: \.isFinished))
        try await pass(until: session.ends + 3_600)
        try await eventually { sinks.allSatisfy(\.isFinished) && network.hub.counts.open == 0 }
    }

    @Test func `a session that is gone ends its streams, and a store that fails is asked again`()
        async throws
    {
        let anna = try await network.account()
        let visitor = Visitor.sample(anna, with: "gone", until: noon + 60)
        let sink = try await network.listen(anna, by: visitor)
        try await eventually { network.hub.counts.open == 1 }
        store.isBroken.withLock { $0 = true }
        await #expect(throws: AskedStore.Broken.self) { try await pass(until: noon + 60) }
        network.hub.beat()
        try await eventually { sink.chunks.contains(": heartbeat\n\n") }
        #expect(!sink.isFinished)
        store.isBroken.withLock { $0 = false }
        try await pass(until: noon + 61)
        try await eventually { sink.isFinished && network.hub.counts.open == 0 }
        #expect(store.asked.withLock(\.self) == ["gone", "gone"])
    }
}
