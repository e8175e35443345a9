import Alerts
import People
import SampleTesting
import Synchronization
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(20))) struct LiveFeedTests {
    private let network: LiveNetwork
    private let anna: Account.ID

    init() async throws {
        network = try await LiveNetwork()
        anna = try await network.account()
    }

    private func lines() async throws -> [Int64] { try await network.lines(of: anna) }

    @Test func `a stream without a last event begins now`() async throws {
        try await network.raise(3)
        try await network.during {
            let sink = try await network.listen(anna)
            try await network.raise(2)
            try await sink.tells(Array(try await lines().suffix(2)))
        }
    }

    @Test func `a ledger that cannot be read at the start is read again until it can be`() async throws {
        network.ledger.isBroken.withLock { $0 = true }
        try await network.during {
            network.ledger.isBroken.withLock { $0 = false }
            let sink = try await network.listen(anna)
            try await network.raise(2)
            try await sink.tells(try await lines())
        }
    }

    @Test(arguments: [0, 1, 99, 100, 101, 250])
    func `missed lines are replayed without a gap`(count: Int) async throws {
        try await network.raiseTogether(count)
        try await network.during {
            let sink = try await network.listen(anna, after: 0)
            try await sink.tells(try await lines())
            try await network.raise()
            try await sink.tells(try await lines())
            #expect(sink.gaps.isEmpty)
        }
    }

    @Test func `the replay begins after the last event`() async throws {
        try await network.raise(10)
        let all = try await lines()
        try await network.during {
            try await network.listen(anna, after: all[6]).tells(Array(all.suffix(3)))
        }
    }

    @Test func `a gap beyond the replay limit is only announced, and the stream continues`() async throws {
        try await network.raiseTogether(LiveFeed.replayLimit + 1)
        let newest = try #require(try await lines().last)
        try await network.during {
            let sink = try await network.listen(anna, after: 0)
            try await eventually { !sink.gaps.isEmpty }
            #expect(
                sink.gaps == [
                    #"{"after":0,"missed":1001,"replayed":false,"inbox":"/v1/me/alerts?after=0"}"#
                ])
            #expect(sink.chunks.last?.hasPrefix("id: \(newest)\n") == true)
            try await network.raise()
            try await sink.tells(Array(try await lines().suffix(1)))
            #expect(network.hub.counts.gaps == 1)
        }
    }

    @Test func `an unknown event yields a gap, and the stream continues`() async throws {
        try await network.raise(2)
        try await network.during {
            let sink = try await network.listen(anna, after: 4_711)
            try await network.raise()
            try await sink.tells(Array(try await lines().suffix(1)))
            #expect(
                sink.gaps == [
                    #"{"after":2,"missed":null,"replayed":false,"inbox":"/v1/me/alerts?after=2"}"#
                ])
        }
    }

    @Test(arguments: [nil, 0, 2, 4_711] as [Int64?])
    func `a line that others receive between the opening and the start is not lost`(last: Int64?) async throws
    {
        try await network.raise(2)
        try await network.during {
            let stream = try #require(try await network.open(anna, after: last))
            let witness = try await network.listen(anna)
            try await network.raise()
            let all = try await lines()
            try await witness.tells(Array(all.suffix(1)))
            let sink = TestSink(stream, lane: network.lane, room: .max)
            sink.onLane { stream.begin(on: sink) }
            try await sink.tells(last == 0 ? all : Array(all.suffix(1)))
        }
    }

    @Test func `an event that a server does not know which stood still yields no gap`() async throws {
        try await network.raise(5)
        let all = try await lines()
        network.ledger.staleEnd.withLock { $0 = all[1] }
        try await network.during {
            let sink = try await network.listen(anna, after: all[3])
            try await sink.tells([all[4]])
            #expect(sink.gaps.isEmpty)
            _ = try await network.listen(anna, after: all[0])
            #expect(network.ledger.asked.withLock { $0["current"] } == 1, "others cost no commit")
        }
    }

    @Test func `an event older than the ledger yields a gap and everything still in the ledger`() async throws
    {
        let bert = try await network.account("bert")
        try await network.raise(3)
        let kept = try await lines()
        try await network.during {
            let reader = LedgerReader(language: .english, tone: .adult, bounds: 5...6)
            let stream = LiveStream(
                bert, by: StreamOpener(.sample(bert)), reader: reader, hub: network.hub, after: 1)
            let sink = TestSink(stream, lane: network.lane, room: .max)
            sink.onLane { stream.begin(on: sink) }
            let expected = try await network.lines(of: bert).filter { $0 > 1 }
            try await sink.tells(expected)
            #expect(sink.gaps == [#"{"after":1,"missed":null,"replayed":true}"#])
        }
        #expect(kept.count == 3)
    }

    @Test func `a reader that misses a heartbeat gets the gap and then what it missed`() async throws {
        try await network.during {
            let (slow, witness) = try await fallBehind()
            network.hub.beat()
            try await eventually { witness.chunks.last == ": heartbeat\n\n" }
            let all = try await lines()
            slow.read()
            try await slow.tells(all)
            #expect(slow.gaps == [#"{"after":\#(all[1]),"missed":5,"replayed":true}"#])
            slow.read(0)
            try await network.raise()
            try await eventually { witness.told.count == 8 }
            slow.read()
            try await slow.tells(try await lines())
            #expect(slow.gaps.count == 1, "each heartbeat counts once")
        }
    }

    @Test func `a reader that falls behind between heartbeats gets what it missed without a gap`()
        async throws
    {
        try await network.during {
            let (slow, _) = try await fallBehind()
            slow.read()
            try await slow.tells(try await lines())
            try await network.raise()
            try await slow.tells(try await lines())
            #expect(slow.gaps.isEmpty)
        }
    }

    /// Sends seven lines to a reader with room for two, and to another that shows when all are sent.
    private func fallBehind() async throws -> (slow: TestSink, witness: TestSink) {
        let bert = try await network.account("bert")
        let (slow, witness) = (
            try await network.listen(anna, room: 2), try await network.listen(bert)
        )
        try await eventually { network.hub.counts.open == 2 }
        try await network.raise(7)
        try await witness.tells(try await network.lines(of: bert))
        let all = try await lines()
        #expect(slow.told == Array(all.prefix(2)) && slow.isStarved)
        return (slow, witness)
    }

    @Test(arguments: [(persons: 0, next: 1_000), (1_499, 1_500), (8_000, 2_000)])
    func `new lines come in larger pages where many listen`(persons: Int, next: Int) async throws {
        try await network.during {
            let details = try #require(Person.Details(name: "Mia"))
            let reader = LedgerReader(
                language: .english, tone: .adult,
                persons: (0..<persons).map {
                    Person(
                        id: .random(), account: Account.ID(rawValue: 1_000_000 + Int64($0)), details: details)
                }, bounds: 0...0)
            let stream = LiveStream(
                anna, by: StreamOpener(.sample(anna)), reader: reader, hub: network.hub, after: nil)
            let sink = TestSink(stream, lane: network.lane, room: .max)
            sink.onLane { stream.begin(on: sink) }
            try await eventually { network.hub.counts.open == 1 }
            try await network.raise()
            try await sink.tells(try await lines())
            try await eventually {
                network.ledger.limits.withLock { $0.filter { $0 > LiveFeed.page } == [1_000, next] }
            }
        }
    }

    @Test func `a replay waits for its reader and continues from there`() async throws {
        try await network.raiseTogether(150)
        try await network.during {
            let sink = try await network.listen(anna, after: 0, room: 20)
            for _ in 0..<200 where sink.told.count < 150 {
                try await eventually { sink.isStarved }
                let count = sink.told.count
                sink.read(20)
                try await eventually { sink.told.count > count || sink.told.count == 150 }
            }
            try await sink.tells(try await lines())
            #expect(sink.gaps.isEmpty)
        }
    }

    @Test func `an unreadable ledger ends the stream, so that its reader reconnects`() async throws {
        try await network.raise(3)
        try await network.during {
            network.ledger.isBroken.withLock { $0 = false }
            let stream = try #require(try await network.open(anna, after: 0))
            network.ledger.isBroken.withLock { $0 = true }
            let sink = TestSink(stream, lane: network.lane, room: .max)
            sink.onLane { stream.begin(on: sink) }
            try await eventually { sink.isFinished }
            #expect(network.hub.counts.dropped == 1)
        }
    }

    @Test func `streams that join while lines are written lose and repeat nothing`() async throws {
        try await network.during {
            let sinks = try await withThrowingTaskGroup(of: TestSink?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await network.raise(25)
                        return nil
                    }
                }
                for _ in 0..<12 { group.addTask { try await network.listen(anna, after: 0) } }
                return try await group.reduce(into: [TestSink]()) { if let sink = $1 { $0.append(sink) } }
            }
            let all = try await lines()
            #expect(all.count == 100)
            for sink in sinks { try await sink.tells(all) }
        }
    }

    @Test func `a stream that joins while the follower reads loses nothing`() async throws {
        let bert = try await network.account("bert")
        try await network.during {
            let joined = Mutex<TestSink?>(nil)
            let witness = try await network.listen(bert)
            network.ledger.beforeNews.withLock { hook in
                hook = { [network, anna] in
                    guard joined.withLock({ $0 == nil }) else { return }
                    // The new stream joins too late for this read of the follower; then another line is written.
                    let sink = try await network.listen(anna)
                    joined.withLock { $0 = sink }
                    try await eventually { network.hub.counts.open == 2 }
                    try await network.raise()
                }
            }
            try await network.raise()
            try await eventually { witness.told.count == 2 }
            let sink = try #require(joined.withLock { $0 })
            let last = try #require(try await lines().last)
            try await eventually { sink.told.last == last }
            #expect(Set(sink.told).count == sink.told.count)
        }
    }

    @Test func `lines of accounts that do not listen are not read`() async throws {
        for number in 0..<40 { _ = try await network.account("other-\(number)") }
        try await network.during {
            let sink = try await network.listen(anna)
            try await eventually { network.hub.counts.open == 1 }
            try await network.raise(5)
            try await sink.tells(try await lines())
            #expect(network.ledger.given.withLock { $0 } == 5)
        }
    }
}
