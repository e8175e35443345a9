import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression

/// HTTP clients, each of which connects one host name to one checked address.
///
/// A client is given the address instead of resolving it, and keeps the name for TLS and the `Host` field. It
/// connects to the address that was checked, whatever DNS says a moment later.
actor PinnedClients {
    /// Clients that are cached for the next message to the same host; clients beyond that live only while in
    /// use.
    private static let capacity = 256

    struct Pin: Hashable {
        let host: String
        let address: String
    }

    private struct Entry {
        let client: HTTPClient
        var uses = 0
        var lastUse = 0
    }

    private let authorities: OutboundAuthorities
    /// The highest number of bytes to which a response may inflate; `nil` does not inflate.
    private let inflationLimit: Int?
    private var entries: [Pin: Entry] = [:]
    private var clock = 0

    init(trusting authorities: OutboundAuthorities, inflatingUpTo inflationLimit: Int? = nil) {
        (self.authorities, self.inflationLimit) = (authorities, inflationLimit)
    }

    /// Lends a client, which must be given back.
    func lease(_ pin: Pin) -> HTTPClient {
        clock += 1
        var entry = entries[pin] ?? Entry(client: client(pin))
        entry.uses += 1
        entry.lastUse = clock
        entries[pin] = entry
        return entry.client
    }

    /// Takes a client back, and shuts down the one that was idle longest when there are too many.
    func giveBack(_ pin: Pin) async {
        entries[pin]?.uses -= 1
        guard entries.count > Self.capacity,
            let oldest = entries.filter({ $0.value.uses == 0 }).min(by: {
                $0.value.lastUse < $1.value.lastUse
            })
        else { return }
        entries[oldest.key] = nil
        // This fails when the client has shut down already; then there is nothing to do.
        try? await oldest.value.client.shutdown()
    }

    /// Shuts down all clients.
    func shutDown() async {
        let all = entries.values.map(\.client)
        entries = [:]
        for client in all { try? await client.shutdown() }
    }

    private func client(_ pin: Pin) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: authorities.configuration,
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: .seconds(15), write: .seconds(15)),
            decompression: inflationLimit.map { .enabled(limit: .size($0)) } ?? .disabled)
        configuration.dnsOverride = [pin.host: pin.address]
        // Somebody's small server gets no more connections than there are messages in flight.
        configuration.connectionPool = .init(idleTimeout: .seconds(30))
        // The outbox retries later: a connection that fails frees its place and reports the reason at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
