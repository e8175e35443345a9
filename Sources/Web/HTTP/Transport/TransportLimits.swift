/// What a connection may ask of the service before a request is read: sizes, times and numbers, each with its reason.
package struct TransportLimits: Hashable, Sendable {
    /// Bytes of a request's target (RFC 9112, section 3, asks for 8,000 at least); a longer one is answered 414.
    package var target = 8_192
    /// Bytes of one header field.
    ///
    /// Browsers keep each cookie below 4 KB. More is answered 431 (RFC 6585, section 5).
    package var field = 16_384
    /// Bytes of the whole head, answered 431: what nginx takes by default (`large_client_header_buffers`).
    package var head = 32_768
    /// Header fields of a request, answered 431; browsers behind proxies send about 30.
    package var fields = 100

    /// Time for a head from its first byte on, answered 408: a drop a minute would hold the connection for ever.
    package var headTime = Duration.seconds(20)
    /// Time for the TLS handshake from the connection on; then it is closed.
    package var handshakeTime = Duration.seconds(15)
    /// Bytes a second that a body must come at, answered 408: a modem of 1990 is faster.
    ///
    /// Only the time in which the service waits for bytes is counted, never that in which the sender waits for it.
    package var bodyRate = 500
    /// Time of waiting that every body has beside, for networks that pause.
    package var bodyGrace = Duration.seconds(30)
    /// How long a connection may be silent while it waits for a request or for the rest of one.
    ///
    /// Whoever opens connections and says nothing would otherwise hold the open files of all the others. Browsers keep
    /// connections for a minute or longer; this is what nginx gives them by default (`keepalive_timeout`).
    package var idleTime = Duration.seconds(75)
    /// Time that the streams of an HTTP/2 connection have to end when the connection is to.
    package var farewellTime = Duration.seconds(10)

    /// Connections at once, live streams included: 20,000, or what the files that may be open leave room for.
    package var connections = 20_000
    /// Connections of one address, or of the 64 bits of one in version 6.
    ///
    /// An office behind one address is served, while
    /// nobody takes the seats of all. Trusted proxies speak for many and are not counted.
    package var addressConnections = 512
    /// Connections beyond ``connections`` that are only told whether the service is alive, so that whoever watches over
    /// it does not take a busy service for a dead one.
    package var spareConnections = 64
    /// Connections that are refused in words at once; others are closed without any.
    package var refusedConnections = 256

    package init() {}
}

/// Open files that are kept from connections: the database, its readers, messages and pictures.
private let otherFiles = 256

extension TransportLimits {
    /// Leaves room for the files that the program needs beside connections.
    ///
    /// - Parameter files: Files that the process may have open (`RLIMIT_NOFILE`).
    package mutating func fit(into files: Int) {
        connections = max(16, min(connections, files - otherFiles - spareConnections - refusedConnections))
    }
}
