package import HummingbirdCore
import NIOCore

/// How connections are served, before and between requests.
package struct HTTPConnections: Sendable {
    package let limits: TransportLimits
    package let seats: ConnectionLimiter
    package let identity: TLSIdentity?

    /// Serves connections within limits.
    ///
    /// - Parameters:
    ///   - limits: Sizes, times and numbers.
    ///   - seats: Counts connections; by default of everybody but this machine.
    ///   - identity: What the service shows to prove who it is; without it there is no TLS.
    package init(
        _ limits: TransportLimits = TransportLimits(), seats: ConnectionLimiter? = nil,
        identity: TLSIdentity? = nil
    ) {
        self.limits = limits
        self.seats = seats ?? ConnectionLimiter(limits)
        self.identity = identity
    }

    /// What takes connections.
    package static func server(
        idleTimeout: Duration = TransportLimits().idleTime
    ) -> HTTPServerBuilder {
        var limits = TransportLimits()
        limits.idleTime = idleTimeout
        return HTTPConnections(limits).server
    }

    /// What takes connections.
    package var server: HTTPServerBuilder {
        HTTPServerBuilder { responder in ConnectionChannel(self, responder: responder) }
    }
}
