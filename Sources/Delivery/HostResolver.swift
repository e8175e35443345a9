import Foundation
import NIOPosix
import Synchronization

/// Finds the addresses of hosts.
package protocol HostResolver: Sendable {
    /// The addresses of a host at this moment, the best one first.
    ///
    /// - Throws: When the name is not known or nobody answers.
    func addresses(of host: String) async throws -> [NetworkAddress]
}

/// The domain name system, as the machine is set up to ask it.
package final class SystemResolver: HostResolver {
    /// Lookups at once: each may hold its thread for as long as a name server is silent.
    private static let threads = 16
    /// For how long an answer is used again: a moved receiver is found within a minute, and a busy one asked for once.
    private static let lifetime = Duration.seconds(30)
    /// Answers that are remembered.
    private static let capacity = 4_096

    private struct Answer {
        let addresses: [NetworkAddress]
        let end: ContinuousClock.Instant
    }

    private let pool = NIOThreadPool(numberOfThreads: threads)
    private let answers = Mutex<[String: Answer]>([:])

    package init() { pool.start() }

    deinit { pool.shutdownGracefully { _ in } }

    package func addresses(of host: String) async throws -> [NetworkAddress] {
        let now = ContinuousClock.now
        if let known = answers.withLock({ $0[host] }), known.end > now { return known.addresses }
        let found = try await pool.runIfActive { try Self.look(up: host) }
        answers.withLock { answers in
            if answers.count >= Self.capacity { answers = answers.filter { $0.value.end > now } }
            if answers.count >= Self.capacity { answers = [:] }
            answers[host] = Answer(addresses: found, end: now + Self.lifetime)
        }
        return found
    }

    /// A host is not known.
    struct Unknown: Error {}

    private static func look(up host: String) throws -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw Unknown() }
        defer { freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var entry = list
        while let info = entry?.pointee {
            entry = info.ai_next
            guard let address = info.ai_addr.flatMap({ Self.address($0, family: info.ai_family) }),
                !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }

    private static func address(_ socket: UnsafeMutablePointer<sockaddr>, family: Int32) -> NetworkAddress? {
        switch family {
        case AF_INET:
            socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
                NetworkAddress(bytes: withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) })
            }
        case AF_INET6:
            socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
                NetworkAddress(bytes: withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) })
            }
        default: nil
        }
    }
}
