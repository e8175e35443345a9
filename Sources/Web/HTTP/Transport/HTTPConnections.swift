package import HummingbirdCore
import NIOCore

/// How the service handles connections, before and between requests.
package struct HTTPConnections: Sendable {
    package let limits: TransportLimits
    package let slots: ConnectionLimiter
    package let identity: TLSIdentity?

    /// Handles connections within limits.
    ///
    /// - Parameters:
    ///   - limits: Sizes, times and counts.
    ///   - slots: Counts connections; by default all but those from this machine.
    ///   - identity: The TLS identity; without it there is no TLS.
    package init(
        _ limits: TransportLimits = TransportLimits(), slots: ConnectionLimiter? = nil,
        identity: TLSIdentity? = nil
    ) {
        self.limits = limits
        self.slots = slots ?? ConnectionLimiter(limits)
        self.identity = identity
    }

    /// The channel that accepts connections.
    package static func server(
        idleTimeout: Duration = TransportLimits().idleTime
    ) -> HTTPServerBuilder {
        var limits = TransportLimits()
        limits.idleTime = idleTimeout
        return HTTPConnections(limits).server
    }

    /// The channel that accepts connections.
    package var server: HTTPServerBuilder {
        HTTPServerBuilder { responder in ConnectionChannel(self, responder: responder) }
    }
}
