import Addressing
import Delivery
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct SystemResolverTests {
    /// A name server that answers when the test allows it, and counts its queries.
    private final class NameServer: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let count = Mutex(0)
        let addresses: [NetworkAddress]

        init() throws { addresses = [try #require(NetworkAddress("192.0.2.1"))] }

        var asked: Int { count.withLock { $0 } }

        func ask(_ host: String) throws -> [NetworkAddress] {
            count.withLock { $0 += 1 }
            if host.hasPrefix("slow") { gate.wait() }
            if host.hasPrefix("unknown") { throw SystemResolver.Failure.unknown }
            return addresses
        }

        func answer() { gate.signal() }
    }

    private let server: NameServer
    private let clock = SetClock()

    init() throws { server = try NameServer() }

    /// A resolver with a clock that tests set, which also decides when answers expire.
    private func resolver(patience: Duration = .seconds(600)) -> SystemResolver {
        SystemResolver(patience: patience, now: { [clock] in clock.instant }) { [server] in
            try server.ask($0)
        }
    }

    @Test func `simultaneous queries share a look-up`() async throws {
        let resolver = resolver()
        try await withThrowingTaskGroup(of: [NetworkAddress].self) { group in
            for _ in 0..<50 { group.addTask { try await resolver.addresses(of: "slow.example") } }
            while server.asked == 0 { await Task.yield() }
            server.answer()
            for try await found in group { #expect(found == server.addresses) }
        }
        #expect(try await resolver.addresses(of: "slow.example") == server.addresses)
        #expect(server.asked == 1)
        _ = try await resolver.addresses(of: "other.example")
        #expect(server.asked == 2)
        clock.advance(by: 31)
        server.answer()
        _ = try await resolver.addresses(of: "slow.example")
        #expect(server.asked == 3)
    }

    @Test func `an unknown name is not looked up again and again`() async throws {
        let resolver = resolver()
        for _ in 0..<20 {
            await #expect(throws: SystemResolver.Failure.unknown) {
                try await resolver.addresses(of: "unknown.example")
            }
        }
        #expect(server.asked == 1)
        clock.advance(by: 6)
        await #expect(throws: SystemResolver.Failure.unknown) {
            try await resolver.addresses(of: "unknown.example")
        }
        #expect(server.asked == 2)
    }

    @Test func `nobody waits for a silent name server, and its late answer is used`() async throws {
        let resolver = resolver(patience: .milliseconds(50))
        for _ in 0..<3 {
            await #expect(throws: SystemResolver.Failure.silent) {
                try await resolver.addresses(of: "slow.example")
            }
        }
        // Its threads may start after the last caller has given up.
        while server.asked == 0 { await Task.yield() }
        #expect(server.asked == 1)
        server.answer()
        var found: [NetworkAddress]?
        while found == nil {
            found = try? await resolver.addresses(of: "slow.example")
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(found == server.addresses)
        #expect(server.asked == 1)
    }

    @Test func `the machine's own names are resolved`() async throws {
        let loopback = try ["127.0.0.1", "::1"].map { try #require(NetworkAddress($0)) }
        let resolver = SystemResolver(patience: .seconds(600))
        let found = try await resolver.addresses(of: "localhost")
        #expect(!found.isEmpty && found.allSatisfy(loopback.contains))
        await #expect(throws: (any Error).self) {
            try await resolver.addresses(of: "no-such-host.invalid")
        }
    }
}
