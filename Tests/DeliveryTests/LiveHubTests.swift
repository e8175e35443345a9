import Allergens
import SampleTesting
import Testing

@testable import Delivery

@Suite struct LiveHubTests {
    private let hub = LiveHub()

    @Test func `an account gets its entries in the order in which they were sent, and no others`()
        async throws
    {
        let (first, second) = (try #require(hub.open(for: anna)), try #require(hub.open(for: bert)))
        hub.send([entry(1), entry(2, of: bert), entry(3)])
        hub.send([entry(4)])
        hub.close()
        #expect(await numbers(in: first) == [1, 3, 4])
        #expect(await numbers(in: second) == [2])
    }

    @Test func `every stream of an account gets every entry`() async throws {
        let streams = try (0..<2).map { _ in try #require(hub.open(for: anna)) }
        hub.send([entry(1), entry(2)])
        hub.close()
        for stream in streams { #expect(await numbers(in: stream) == [1, 2]) }
        #expect(hub.counts.sent == 4)
    }

    @Test func `an entry for nobody goes nowhere`() {
        hub.send([entry(1)])
        #expect(hub.counts == LiveCounts())
    }

    @Test func `an account has at most sixteen streams, and one that leaves makes room`() async throws {
        var streams = (0..<16).compactMap { _ in hub.open(for: anna) }
        #expect(streams.count == 16 && hub.counts.open == 16)
        #expect(hub.open(for: anna) == nil)
        let other = hub.open(for: bert)
        #expect(other != nil && hub.counts.open == 17)
        streams.removeLast()
        #expect(hub.counts.open == 16)
        streams.append(try #require(hub.open(for: anna)))
        #expect(hub.open(for: anna) == nil)
        streams.removeAll()
        #expect(hub.counts.open == 1)
    }

    @Test func `a reader that is cancelled leaves the hub`() async throws {
        let stream = try #require(hub.open(for: anna))
        let reader = Task { await numbers(in: stream) }
        hub.send([entry(1)])
        reader.cancel()
        _ = await reader.value
        #expect(hub.counts.open == 0)
    }

    @Test func `a slow reader is cut off and counted, and nobody else is`() async throws {
        let slow = try #require(hub.open(for: anna))
        let quick = try #require(hub.open(for: anna))
        var iterator = quick.makeAsyncIterator()
        let count = LiveHub.queueLimit + 1
        var seen: [Int64] = []
        for number in 1...count {
            hub.send([entry(Int64(number))])
            if let event = await iterator.next(), let id = event.id { seen.append(id) }
        }
        #expect(seen == (1...Int64(count)).map { $0 })
        #expect(hub.counts.dropped == 1 && hub.counts.open == 1)
        #expect(hub.counts.sent == 2 * count - 1)
        // What was queued is still told; the rest is for the ledger.
        #expect(await numbers(in: slow) == (1...Int64(LiveHub.queueLimit)).map { $0 })
    }

    @Test func `closing ends every stream and lets no new one in`() async throws {
        let streams = try [anna, bert].map { try #require(hub.open(for: $0)) }
        hub.close()
        for stream in streams { #expect(await numbers(in: stream).isEmpty) }
        #expect(hub.open(for: anna) == nil)
        #expect(hub.counts.open == 0)
        hub.close()
    }

    @Test func `a heartbeat reaches every stream and has no number`() async throws {
        let streams = try [anna, bert].map { try #require(hub.open(for: $0)) }
        hub.beat()
        hub.close()
        for stream in streams {
            var events: [LiveEvent] = []
            for await event in stream { events.append(event) }
            #expect(events.map(\.id) == [nil])
            #expect(events.map(\.bytes) == [Array(": heartbeat\n\n".utf8)])
        }
    }

    @Test func `streams come and go while entries are sent, and the count ends at zero`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { [hub] in
                    let account = Account.ID(rawValue: Int64(number % 20))
                    guard let stream = hub.open(for: account) else { return }
                    hub.send([entry(Int64(number), of: account)])
                    for await _ in stream { return }
                }
            }
        }
        #expect(hub.counts.open == 0 && hub.counts.dropped == 0)
    }
}
