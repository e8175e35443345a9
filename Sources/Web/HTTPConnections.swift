package import HummingbirdCore
import NIOCore

/// How connections are served, before and between requests.
package enum HTTPConnections {
    /// How long a connection may be silent while it waits for a request or for the rest of one.
    ///
    /// Whoever opens connections and says nothing would otherwise hold the open files of all the others. Browsers keep
    /// connections for a minute or longer; this is what nginx gives them by default (`keepalive_timeout`).
    package static let idleTimeout = Duration.seconds(75)

    /// What takes connections.
    package static func server(idleTimeout: Duration = idleTimeout) -> HTTPServerBuilder {
        .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [UnreadableRequestHandler()],
                idleTimeout: TimeAmount(idleTimeout)))
    }
}
