package import HummingbirdCore
import NIOCore

/// How the service handles connections, before and between requests.
package struct HTTPConnections: Sendable {
    /// The field `Server` of every answer.
    package static let serverName = "breathe"

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

    /// The channel that accepts connections with the usual limits.
    package static func server(
        idleTimeout: Duration = TransportLimits().idleTime
    ) -> HTTPServerBuilder {
        var limits = TransportLimits()
        limits.idleTime = idleTimeout
        return HTTPConnections(limits).server()
    }

    /// Builds the channel that accepts connections.
    ///
    /// - Parameter shortcuts: What connections of HTTP/1.1 answer by themselves.
    /// - Returns: Its builder.
    package func server(with shortcuts: Shortcuts = Shortcuts()) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            ConnectionChannel(self, shortcuts: shortcuts, responder: responder)
        }
    }
}
