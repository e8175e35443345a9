package import Addressing
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The domain name system, as the machine is configured to query it.
///
/// Callers that ask for the same host at the same time share one look-up. A silent name server blocks a
/// thread for as long as the machine's settings say, but no caller waits longer than ``patience``. A late
/// answer is cached for the next caller.
package final class SystemResolver: HostResolver {
    /// How long callers wait for an answer when a call may take ``GuardedClient/timeout``.
    package static let patience = patience(ofACallIn: GuardedClient.timeout)

    /// How long callers wait for an answer: three quarters of the time limit are left for the call itself.
    package static func patience(ofACallIn timeout: Duration) -> Duration { timeout / 4 }

    /// Look-ups at once: each may block its thread for as long as a name server is silent.
    private static let threads = 16
    /// How long an answer is cached: a receiver that has moved is found within a minute, and a busy one is
    /// looked up once.
    private static let lifetime = Duration.seconds(30)
    /// How long a failure is cached: long enough for all the channels of a host that is gone, short enough
    /// for a name that was just registered.
    private static let failureLifetime = Duration.seconds(5)
    /// Cached and pending hosts; beyond that, no more are looked up until some have expired.
    private static let capacity = 4_096

    private struct Entry {
        /// The result that all current callers wait for.
        var answer: EventLoopFuture<[NetworkAddress]>
        /// Fulfils the answer; `nil` once that has happened.
        var promise: EventLoopPromise<[NetworkAddress]>?
        /// When the answer expires; `nil` while the look-up runs.
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

    /// Makes a resolver that uses the machine's resolver, or another look-up.
    ///
    /// - Parameters:
    ///   - patience: How long callers wait for an answer.
    ///   - now: The clock by which answers expire.
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
        /// The host does not exist.
        case unknown
        /// No server has answered in time.
        case silent
        /// Too many hosts are being looked up.
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
            // The look-up continues; until it ends, all callers learn that no server answers.
            let promise = entries.withLock { $0[host]?.promise.take() }
            promise?.fail(Failure.silent)
        }
        pool.submit { [self] state in
            let result = Result { try state == .active ? lookUp(host) : [] }
            deadline.cancel()
            finish(host, result, on: loop)
        }
    }

    /// Stores the result of a look-up, for waiting and later callers.
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
    /// Looks up a host like every program on the machine, with `getaddrinfo` (RFC 3493, section 6.1).
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
