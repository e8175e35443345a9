import Alerts
import Allergens
import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(20))) struct LiveHubTests {
    @Test func `an account gets its lines in the order of the ledger, and no others`() async throws {
        let network = try await LiveNetwork()
        let (anna, bert) = (try await network.account("anna"), try await network.account("bert"))
        try await network.during {
            let (first, second) = (try await network.listen(anna), try await network.listen(bert))
            try await network.raise(5)
            try await first.tells(try await network.lines(of: anna))
            try await second.tells(try await network.lines(of: bert))
            #expect(first.told.count == 5 && Set(first.told).isDisjoint(with: second.told))
            #expect(first.chunks.first == "retry: 3000\n\n")
        }
    }

    @Test func `every device of an account gets every line`() async throws {
        let network = try await LiveNetwork()
        let anna = try await network.account()
        try await network.during {
            let (phone, tablet) = (try await network.listen(anna), try await network.listen(anna))
            try await network.raise(3)
            try await phone.tells(try await network.lines(of: anna))
            try await tablet.tells(try await network.lines(of: anna))
            #expect(phone.chunks == tablet.chunks)
            try await eventually { network.hub.counts == LiveCounts(open: 2, sent: 6) }
        }
    }

    @Test func `lines of quiet hours are neither sent nor replayed`() async throws {
        let network = try await LiveNetwork()
        let quiet = try #require(QuietHours(from: LocalTime(hour: 11), until: LocalTime(hour: 13)))
        let (anna, bert) = (
            try await network.account("anna", quiet: quiet), try await network.account("bert")
        )
        try await network.during {
            let (live, witness) = (try await network.listen(anna), try await network.listen(bert))
            try await network.raise(2)
            try await witness.tells(try await network.lines(of: bert))
            let replayed = try await network.listen(anna, after: 0)
            try await network.raise { .sample($0, sent: noon.addingTimeInterval(3 * 3_600)) }
            let lines = try await network.lines(of: anna)
            #expect(lines.count == 1)
            try await live.tells(lines)
            try await replayed.tells(lines)
        }
    }

    @Test func `the headline is in the reader's language`() async throws {
        let network = try await LiveNetwork()
        let (anna, bert) = (try await network.account("anna"), try await network.account("bert"))
        var profile = Profile()
        profile.language = .german
        try await network.store.keep(profile, of: bert, at: noon)
        try await network.during {
            let (english, german) = (try await network.listen(anna), try await network.listen(bert))
            try await network.raise()
            try await english.tells(try await network.lines(of: anna))
            try await german.tells(try await network.lines(of: bert))
            #expect(english.chunks.last?.contains("Birch") == true)
            #expect(german.chunks.last?.contains("Birke") == true)
        }
    }

    @Test func `an account has at most sixteen streams, and a closed one makes room`() async throws {
        let network = try await LiveNetwork()
        let (anna, bert) = (try await network.account("anna"), try await network.account("bert"))
        var sinks: [TestSink] = []
        for _ in 0..<LiveHub.streamsPerAccount { sinks.append(try await network.listen(anna)) }
        #expect(try await network.open(anna) == nil)
        #expect(try await network.open(bert) != nil)
        try await eventually { network.hub.counts.open == 16 }
        sinks[3].hangUp()
        try await eventually { network.hub.counts.open == 15 }
        _ = try await network.listen(anna)
        #expect(try await network.open(anna) == nil)
    }

    @Test func `a stream that never begins gives its place back`() async throws {
        let network = try await LiveNetwork()
        let anna = try await network.account()
        for _ in 0..<(2 * LiveHub.streamsPerAccount) {
            #expect(try await network.open(anna) != nil)
        }
    }

    @Test func `the number of all streams is limited`() {
        let hub = LiveHub()
        for number in 0..<LiveHub.streamLimit {
            let account = Account.ID(rawValue: Int64(number))
            #expect(hub.takeSlot(of: account, by: account) == 0)
        }
        let (fifth, late) = (Account.ID(rawValue: 5), Account.ID(rawValue: -1))
        #expect(hub.takeSlot(of: late, by: late) == nil)
        hub.releaseSlot(of: fifth, by: fifth)
        #expect(hub.takeSlot(of: late, by: late) == 0)
    }

    @Test func `closing ends every stream and admits no new one`() async throws {
        let network = try await LiveNetwork()
        let (anna, bert) = (try await network.account("anna"), try await network.account("bert"))
        let waiting = try #require(try await network.open(anna))
        let sinks = [try await network.listen(anna), try await network.listen(bert)]
        try await eventually { network.hub.counts.open == 2 }
        network.hub.close()
        try await eventually { sinks.allSatisfy(\.isFinished) && network.hub.counts.open == 0 }
        #expect(try await network.open(anna) == nil)
        let late = TestSink(waiting, lane: network.lane, room: .max)
        late.onLane { waiting.begin(on: late) }
        try await eventually { late.isFinished }
        network.hub.close()
    }

    @Test func `all streams end, also one that is about to begin, and later ones go on`() async throws {
        let network = try await LiveNetwork()
        let (anna, bert) = (try await network.account("anna"), try await network.account("bert"))
        let waiting = try #require(try await network.open(anna))
        let sinks = [try await network.listen(anna), try await network.listen(bert)]
        try await eventually { network.hub.counts.open == 2 }
        network.hub.endAll()
        try await eventually { sinks.allSatisfy(\.isFinished) && network.hub.counts.open == 0 }
        let late = TestSink(waiting, lane: network.lane, room: .max)
        late.onLane { waiting.begin(on: late) }
        try await eventually { late.isFinished }
        let next = try await network.listen(anna)
        try await eventually { network.hub.counts.open == 1 }
        #expect(!next.isFinished)
    }

    @Test func `who opens a stream of another account ends it with the own, and nobody else's`()
        async throws
    {
        let network = try await LiveNetwork()
        let (guardian, mia) = (try await network.account("anna"), try await network.account("mia"))
        let other = try await network.account("bert")
        let waiting = try #require(try await network.open(mia, by: .sample(guardian)))
        let sink = try await network.listen(mia, by: .sample(guardian))
        let (alone, stranger) = (try await network.listen(mia), try await network.listen(other))
        try await eventually { network.hub.counts.open == 3 }
        network.hub.close(guardian)
        try await eventually { sink.isFinished && network.hub.counts.open == 2 }
        let late = TestSink(waiting, lane: network.lane, room: .max)
        late.onLane { waiting.begin(on: late) }
        try await eventually { late.isFinished }
        #expect(!alone.isFinished && !stranger.isFinished)
        let next = try await network.listen(mia, by: .sample(guardian))
        try await eventually { network.hub.counts.open == 3 }
        network.hub.close(mia)
        try await eventually { next.isFinished && alone.isFinished && network.hub.counts.open == 1 }
        #expect(!stranger.isFinished)
    }

    @Test func `a heartbeat reaches readers with room, and a reader stuck for a minute is cut off`()
        async throws
    {
        let network = try await LiveNetwork()
        let anna = try await network.account()
        let (quick, slow) = (try await network.listen(anna), try await network.listen(anna, room: 0))
        try await eventually { network.hub.counts.open == 2 }
        for beat in 1...LiveStream.patience {
            #expect(!slow.isFinished)
            network.hub.beat()
            try await eventually { quick.chunks.count { $0 == ": heartbeat\n\n" } == beat }
        }
        try await eventually { slow.isFinished && network.hub.counts == LiveCounts(open: 1, dropped: 1) }
        #expect(!slow.chunks.contains(": heartbeat\n\n") && !quick.isFinished)
    }

    @Test func `a reader that hangs up leaves the hub once`() async throws {
        let network = try await LiveNetwork()
        let sink = try await network.listen(try await network.account())
        try await eventually { network.hub.counts.open == 1 }
        sink.hangUp()
        sink.hangUp()
        try await eventually { network.hub.counts.open == 0 }
        network.hub.beat()
        #expect(network.hub.counts == LiveCounts())
    }
}
