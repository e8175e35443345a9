import Alerts
import Testing

@testable import Delivery

@Suite struct OutboxQueueTests {
    private let start = ContinuousClock.now
    private var queue = OutboxQueue()

    private func run(_ channel: Int64, at host: String) -> OutboxRun {
        OutboxRun(channel: channel, kind: .webhook, host: host, isDigest: false, lines: [channel])
    }

    @Test mutating func `a limited number of a receiver's channels is served at once`() {
        for channel in 1...20 { queue.add(run(Int64(channel), at: "slow")) }
        queue.add(run(100, at: "quick"))
        var begun: [OutboxRun] = []
        while let run = queue.next() { begun.append(run) }
        #expect(begun.filter { $0.host == "slow" }.count == 8)
        #expect(begun.contains { $0.host == "quick" })
        queue.finish(begun[0], failed: false, at: start)
        #expect(queue.next() != nil && queue.next() == nil)
    }

    @Test mutating func `receivers take turns`() {
        for channel in 1...3 { queue.add(run(Int64(channel), at: "a")) }
        for channel in 4...6 { queue.add(run(Int64(channel), at: "b")) }
        #expect((0..<4).compactMap { _ in queue.next()?.host } == ["a", "b", "a", "b"])
    }

    @Test mutating func `a channel is busy and blocked until its run is done`() throws {
        queue.add(run(1, at: "a"))
        queue.add(run(1, at: "a"))
        #expect(queue.waiting == 1 && queue.blocked(at: start) == [1])
        let begun = queue.next()
        let first = try #require(begun)
        queue.add(run(1, at: "a"))
        #expect(queue.next() == nil && queue.blocked(at: start) == [1])
        queue.finish(first, failed: false, at: start)
        #expect(queue.blocked(at: start) == [])
    }

    @Test mutating func `after a failure a channel is blocked, longer each time`() throws {
        for (failure, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            queue.add(run(1, at: "a"))
            let begun = queue.next()
            let run = try #require(begun)
            queue.finish(run, failed: true, at: start)
            #expect(queue.blocked(at: start + .seconds(seconds) - .milliseconds(1)) == [1], "\(failure)")
            #expect(queue.blocked(at: start + .seconds(seconds)) == [], "\(failure)")
        }
        #expect(queue.hasPauseEnded(between: start, and: start + .seconds(60)))
        #expect(!queue.hasPauseEnded(between: start, and: start + .seconds(59)))
    }

    @Test mutating func `a receiver with a full queue is blocked until half of it is done`() {
        for channel in 1...100 { queue.add(run(Int64(channel), at: "slow")) }
        #expect(queue.waiting == OutboxQueue.waitingPerReceiver)
        #expect(queue.blocked(at: start).count == 100)
        var done = 0
        while let run = queue.next() {
            queue.finish(run, failed: false, at: start)
            done += 1
            if queue.waiting < OutboxQueue.waitingPerReceiver / 2 { break }
        }
        #expect(done == 33)
        #expect(queue.blocked(at: start).count == 31)
    }

    @Test mutating func `the total number of concurrent runs is limited`() {
        for channel in 1...1_000 { queue.add(run(Int64(channel), at: "host-\(channel)")) }
        while queue.next() != nil {}
        #expect(queue.running == OutboxQueue.concurrency)
    }
}
