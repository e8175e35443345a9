/// The limits on a connection before a request is read: sizes, times and counts, each with its reason.
package struct TransportLimits: Hashable, Sendable {
    /// Bytes of a request target; a longer one is answered with 414.
    ///
    /// RFC 9112, section 3, asks for at least 8,000.
    package var target = 8_192
    /// Bytes of one header field.
    ///
    /// Browsers keep each cookie below 4 KB. A longer field is answered with 431 (RFC 6585, section 5).
    package var field = 16_384
    /// Bytes of the whole head, else 431; the default of nginx (`large_client_header_buffers`).
    package var head = 32_768
    /// Header fields of a request, else 431; browsers behind proxies send about 30.
    package var fields = 100

    /// Time for a head from its first byte on, else 408: a byte a minute would hold the connection forever.
    package var headTime = Duration.seconds(20)
    /// Time for the TLS handshake after the connection opens; then the connection is closed.
    package var handshakeTime = Duration.seconds(15)
    /// The minimum rate of a body in bytes a second, else 408: a modem of 1990 is faster.
    ///
    /// Only the time in which the service waits for bytes counts, not the time in which the sender waits for
    /// the service.
    package var bodyRate = 500
    /// Additional waiting time for every body, for networks that stall.
    package var bodyGrace = Duration.seconds(30)
    /// How long a connection may be silent while the service waits for a request or the rest of one.
    ///
    /// Otherwise, clients that open connections and send nothing would use up the open files that others
    /// need. Browsers keep connections open for a minute or longer; this is the default of nginx
    /// (`keepalive_timeout`).
    package var idleTime = Duration.seconds(75)
    /// Time for open HTTP/2 streams to finish when the connection is closing.
    package var farewellTime = Duration.seconds(10)

    /// Simultaneous connections, including live streams: 20,000, or as many as the limit on open files
    /// allows.
    package var connections = 20_000
    /// Connections of one IPv4 address, or of one IPv6 address's 64-bit prefix.
    ///
    /// This is enough for an office behind one address, but nobody can take all slots. Trusted proxies are
    /// exempt, because they speak for many clients.
    package var addressConnections = 512
    /// Connections beyond ``connections`` that only answer health checks.
    ///
    /// They keep monitoring from taking a busy service for a dead one.
    package var spareConnections = 64
    /// Connections that may be refused with an answer at once; further ones are closed without any.
    package var refusedConnections = 256

    package init() {}
}

/// Open files reserved for everything but connections: the database, its readers, messages and pictures.
private let otherFiles = 256

extension TransportLimits {
    /// Lowers the limits to leave room for the files that the program needs besides connections.
    ///
    /// - Parameter files: The number of files that the process may open (`RLIMIT_NOFILE`).
    package mutating func fit(into files: Int) {
        connections = max(16, min(connections, files - otherFiles - spareConnections - refusedConnections))
    }
}
