package import Addressing
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The domain name system, as the machine is set up to ask it.
///
/// All who want to know the same host at the same time share one look-up. A name server that is silent holds a thread
/// for as long as the machine's settings say, but nobody waits for it longer than ``patience``; what it answers late
/// is there for the next who asks.
package final class SystemResolver: HostResolver {
    /// How long an answer is waited for when a call may take ``GuardedClient/timeout``.
    package static let patience = patience(ofACallIn: GuardedClient.timeout)

    /// How long an answer is waited for: three quarters of a call are left for the call itself.
    package static func patience(ofACallIn timeout: Duration) -> Duration { timeout / 4 }

    /// Look-ups at once: each may hold its thread for as long as a name server is silent.
    private static let threads = 16
    /// For how long an answer is used again: a moved receiver is found within a minute, and a busy one asked for once.
    private static let lifetime = Duration.seconds(30)
    /// For how long nobody asks again for what was not found: long enough for all the channels of a host that is gone,
    /// short enough for a name that was just entered.
    private static let failureLifetime = Duration.seconds(5)
    /// Hosts that are remembered or asked for; beyond, no more are looked up until some are forgotten.
    private static let capacity = 4_096

    private struct Entry {
        /// What everybody waits for who asks now.
        var answer: EventLoopFuture<[NetworkAddress]>
        /// Fulfils the answer; `nil` once somebody does.
        var promise: EventLoopPromise<[NetworkAddress]>?
        /// When the answer is forgotten; `nil` while the look-up goes on.
        var end: ContinuousClock.Instant?

        func counts(at now: ContinuousClock.Instant) -> Bool { end.map { $0 > now } ?? true }
    }

    /// A look-up, which blocks its thread.
    package typealias LookUp = @Sendable (_ host: String) throws -> [NetworkAddress]

    private let pool = NIOThreadPool(numberOfThreads: threads)
    private let entries = Mutex<[String: Entry]>([:])
    private let lookUp: LookUp
    private let patience: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes a resolver that asks as the machine does, or by another look-up.
    ///
    /// - Parameters:
    ///   - patience: How long an answer is waited for.
    ///   - now: The clock by which answers are forgotten.
    ///   - lookUp: Finds the addresses of a host.
    package init(
        patience: Duration = patience, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        lookUp: @escaping LookUp = ask
    ) {
        self.patience = patience
        self.now = now
        self.lookUp = lookUp
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Why there are no addresses.
    package enum Failure: Error, Hashable, Sendable {
        /// The host is not known.
        case unknown
        /// Nobody has answered in time.
        case silent
        /// Too many hosts are asked for.
        case busy
    }

    package func addresses(of host: String) async throws -> [NetworkAddress] {
        let now = now()
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let (entry, isNew) = try entries.withLock { entries in
            if let entry = entries[host], entry.counts(at: now) { return (entry, false) }
            if entries.count >= Self.capacity { entries = entries.filter { $0.value.counts(at: now) } }
            guard entries.count < Self.capacity else { throw Failure.busy }
            let promise = loop.makePromise(of: [NetworkAddress].self)
            let entry = Entry(answer: promise.futureResult, promise: promise)
            entries[host] = entry
            return (entry, true)
        }
        if isNew { begin(host, on: loop) }
        return try await entry.answer.get()
    }

    private func begin(_ host: String, on loop: any EventLoop) {
        let deadline = loop.scheduleTask(in: TimeAmount(patience)) { [self] in
            // The look-up goes on; until it ends, all who ask are told that nobody answers.
            let promise = entries.withLock { $0[host]?.promise.take() }
            promise?.fail(Failure.silent)
        }
        pool.submit { [self] state in
            let result = Result { try state == .active ? lookUp(host) : [] }
            deadline.cancel()
            finish(host, result, on: loop)
        }
    }

    /// Keeps what a look-up has found, for those who wait and for those who come.
    private func finish(_ host: String, _ result: Result<[NetworkAddress], any Error>, on loop: any EventLoop)
    {
        let isFound = (try? result.get()) != nil
        let promise = entries.withLock { entries in
            var entry = entries[host]
            let promise = entry?.promise.take()
            if promise == nil { entry?.answer = loop.makeCompletedFuture(result) }
            entry?.end = now() + (isFound ? Self.lifetime : Self.failureLifetime)
            entries[host] = entry
            return promise
        }
        promise?.completeWith(result)
    }
}

extension SystemResolver {
    /// Asks as every program on the machine does, by `getaddrinfo` (RFC 3493, section 6.1).
    ///
    /// - Throws: ``Failure/unknown``.
    package static func ask(_ host: String) throws -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw Failure.unknown }
        defer { freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var entry = list
        while let info = entry?.pointee {
            entry = info.ai_next
            guard let address = info.ai_addr.flatMap({ address($0, family: info.ai_family) }),
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
