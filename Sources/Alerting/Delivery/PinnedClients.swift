import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression

/// HTTP clients, each of which connects one host name to one address that was checked.
///
/// A client is given the address in place of asking for it, and keeps the name for TLS and the `Host` field: what is
/// connected to is what was checked, whatever the domain name system says a moment later.
actor PinnedClients {
    /// Clients that are kept for the next message to the same host; more live only while they are in use.
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
    /// The bytes to which an answer may inflate; `nil` leaves answers as they come.
    private let inflationLimit: Int?
    private var entries: [Pin: Entry] = [:]
    private var clock = 0

    init(trusting authorities: OutboundAuthorities, inflatingUpTo inflationLimit: Int? = nil) {
        (self.authorities, self.inflationLimit) = (authorities, inflationLimit)
    }

    /// Lends a client; it is to be given back.
    func lease(_ pin: Pin) -> HTTPClient {
        clock += 1
        var entry = entries[pin] ?? Entry(client: client(pin))
        entry.uses += 1
        entry.lastUse = clock
        entries[pin] = entry
        return entry.client
    }

    /// Takes a client back, and ends the one that was idle longest when there are too many.
    func giveBack(_ pin: Pin) async {
        entries[pin]?.uses -= 1
        guard entries.count > Self.capacity,
            let oldest = entries.filter({ $0.value.uses == 0 }).min(by: {
                $0.value.lastUse < $1.value.lastUse
            })
        else { return }
        entries[oldest.key] = nil
        // It fails when the client has ended already, and then there is nothing to do.
        try? await oldest.value.client.shutdown()
    }

    /// Ends all clients.
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
        // Somebody's small server meets no more connections than messages that are on their way.
        configuration.connectionPool = .init(idleTimeout: .seconds(30))
        // The outbox tries again, later: a connection that fails keeps no place, and says why at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
