import Addressing
import Foundation
import People
import SeededTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

/// A clock that the test sets.
private final class Clock: Sendable {
    private let time = Mutex(1_000.0)
    var now: Double {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

@Suite struct RateLimiterTests {
    private let clock = Clock()

    private func limiter(_ requests: Int, _ seconds: Int, capacity: Int = 100) -> RateLimiter {
        RateLimiter(
            "test", RequestRate(requests: requests, seconds: seconds), capacity: capacity,
            now: { [clock] in clock.now })
    }

    private func origin(_ text: String) throws -> RequestOrigin {
        RequestOrigin(try #require(NetworkAddress(text)))
    }

    @Test func `a quota is full at first and refills steadily`() throws {
        let limiter = limiter(4, 60)
        let anna = try origin("192.0.2.1")
        let first = (0..<4).map { _ in limiter.take(for: anna) }
        #expect(first.map(\.isAllowed) == [true, true, true, true])
        #expect(first.map(\.remaining) == [3, 2, 1, 0])
        #expect(first.map(\.reset) == [15, 30, 45, 60])
        let fifth = limiter.take(for: anna)
        #expect(!fifth.isAllowed && fifth.remaining == 0 && fifth.wait == 15)
        clock.now += 14.9
        #expect(!limiter.take(for: anna).isAllowed)
        clock.now += 0.1
        #expect(limiter.take(for: anna).isAllowed)
        #expect(!limiter.take(for: anna).isAllowed)
        clock.now += 3_600
        #expect((0..<5).map { _ in limiter.take(for: anna).isAllowed } == [true, true, true, true, false])
    }

    /// Simulates the same limit with a token bucket in whole numbers.
    @Test(arguments: 0..<20)
    func `the limiter allows exactly what a token bucket allows`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (requests, seconds) = (
            Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
        )
        let limiter = limiter(requests, seconds)
        let anna = try origin("192.0.2.1")
        // A request costs one drop per millisecond of the window; each millisecond adds `requests` drops.
        let (cost, capacity) = (seconds * 1_000, requests * seconds * 1_000)
        var level = capacity
        var milliseconds = 0
        for _ in 0..<500 {
            let pause = Int.random(in: 0...2_000, using: &random)
            milliseconds += pause
            clock.now = 1_000 + Double(milliseconds) / 1_000
            level = min(capacity, level + pause * requests)
            let isAllowed = level >= cost
            if isAllowed { level -= cost }
            let verdict = limiter.take(for: anna)
            #expect(verdict.isAllowed == isAllowed)
            #expect(verdict.remaining == level / cost)
        }
    }

    @Test func `origins have separate quotas, and addresses of one household share one`() throws {
        let limiter = limiter(1, 60)
        #expect(limiter.take(for: try origin("192.0.2.1")).isAllowed)
        #expect(limiter.take(for: try origin("192.0.2.2")).isAllowed)
        #expect(limiter.take(for: try origin("2001:db8:0:1::1")).isAllowed)
        #expect(limiter.take(for: try origin("2001:db8:0:2::1")).isAllowed)
        #expect(!limiter.take(for: try origin("2001:db8:0:1:ffff::2")).isAllowed)
        #expect(!limiter.take(for: try origin("::ffff:192.0.2.1")).isAllowed)
        #expect(limiter.take(for: .principal(.account(.init(rawValue: 1)))).isAllowed)
        #expect(limiter.take(for: .principal(.account(.init(rawValue: 2)))).isAllowed)
        #expect(!limiter.take(for: .principal(.account(.init(rawValue: 1)))).isAllowed)
    }

    @Test func `a flood of new origins shares one quota and leaves known origins theirs`()
        throws
    {
        let limiter = limiter(2, 60, capacity: 50)
        let known = try (1...50).map { try origin("192.0.2.\($0)") }
        for origin in known { #expect(limiter.take(for: origin).isAllowed) }
        let strangers = try (1...50).map { try origin("198.51.100.\($0)") }
        #expect(strangers.filter { limiter.take(for: $0).isAllowed }.count == 2)
        for origin in known { #expect(limiter.take(for: origin).isAllowed) }
        // An origin with a full quota is forgotten, which makes room.
        clock.now += 120
        #expect(strangers.filter { limiter.take(for: $0).isAllowed }.count == 50)
    }

    @Test(arguments: [
        ("6000/60", 6_000, 60), ("1/86400", 1, 86_400), ("1000000/1", 1_000_000, 1),
    ])
    func `a rate is read`(text: String, requests: Int, seconds: Int) {
        #expect(RequestRate(text) == RequestRate(requests: requests, seconds: seconds))
    }

    @Test(arguments: [
        "", "6000", "0/60", "60/0", "-1/60", "1/86401", "1000001/1", "1/2/3", "a/b", "1 / 2", "1.5/2",
    ])
    func `an invalid rate is not read`(text: String) { #expect(RequestRate(text) == nil) }
}

@Suite struct ClientAddressTests {
    private func address(_ peer: String, _ fields: String..., trusting proxies: String) throws -> String {
        let clients = ClientAddress(trusting: try #require(NetworkList(proxies)))
        return "\(clients.address(behind: try #require(NetworkAddress(peer)), forwarded: fields))"
    }

    @Test func `forwarded addresses from an untrusted peer are ignored`() throws {
        #expect(try address("192.0.2.9", "203.0.113.7", trusting: "") == "192.0.2.9")
        #expect(try address("192.0.2.9", "203.0.113.7", trusting: "10.0.0.0/8") == "192.0.2.9")
    }

    @Test func `behind trusted proxies the nearest untrusted address is the client`() throws {
        #expect(try address("10.0.0.1", "203.0.113.7", trusting: "10.0.0.0/8") == "203.0.113.7")
        let chain = try address("10.0.0.1", "1.2.3.4, 203.0.113.7, 10.0.0.2", trusting: "10.0.0.0/8")
        #expect(chain == "203.0.113.7")
        #expect(try address("10.0.0.1", "1.2.3.4", "203.0.113.7", trusting: "10.0.0.1") == "203.0.113.7")
        #expect(try address("::1", "2001:db8::7", trusting: "::1, 127.0.0.1") == "2001:db8::7")
        #expect(try address("::ffff:10.0.0.1", "203.0.113.7", trusting: "10.0.0.1") == "203.0.113.7")
    }

    @Test func `ports and brackets are left out, and an invalid address ends the chain`() throws {
        #expect(try address("10.0.0.1", "203.0.113.7:4711", trusting: "10.0.0.1") == "203.0.113.7")
        #expect(try address("10.0.0.1", "[2001:db8::7]:4711", trusting: "10.0.0.1") == "2001:db8::7")
        #expect(try address("10.0.0.1", "unknown", trusting: "10.0.0.1") == "10.0.0.1")
        #expect(try address("10.0.0.1", "203.0.113.7, ", trusting: "10.0.0.1") == "10.0.0.1")
        #expect(try address("10.0.0.1", trusting: "10.0.0.1") == "10.0.0.1")
    }

    @Test(arguments: ["10.0.0.0/33", "proxy.example", "10.0.0.1;10.0.0.2"])
    func `a list with an invalid network is not read`(text: String) {
        #expect(NetworkList(text) == nil)
    }
}
