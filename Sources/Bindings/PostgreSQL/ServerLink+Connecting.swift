import CPostgreSQL

#if canImport(Glibc)
    import Glibc
#endif

extension ServerLink {
    /// Options that hold unless the address says otherwise.
    ///
    /// With them, a peer that vanished is noticed after 25 s at the latest, and 10 s after something was sent to it: by then
    /// its successor takes over, and nodes write again within 15 s. The primary is found among several servers.
    private static func defaults(_ limits: PostgreSQLLimits) -> [(String, String)] {
        [
            ("connect_timeout", "\(max(2, limits.connect.components.seconds))"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"), ("target_session_attrs", "read-write"),
            ("fallback_application_name", "breathe"),
        ]
    }

    /// Connects, and blocks meanwhile.
    ///
    /// libpq's own loop is used, since only it goes on to the next address after `connect_timeout`. A failure
    /// comes without the number of its condition unless libpq is set to tell it, which takes a connection: so
    /// a failed one is tried once more, in those words. That does no harm, and often helps.
    ///
    /// - Throws: ``PostgreSQLError``, by what was refused.
    @unsafe static func connect(
        _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits
    ) throws(PostgreSQLError) -> OpaquePointer {
        let began = ContinuousClock.now
        let options = defaults(limits) + [("dbname", address.text), ("client_encoding", "UTF8")]
        guard let connection = unsafe open(options) else { throw .unreachable("no memory for a connection") }
        guard unsafe PQstatus(connection) != CONNECTION_OK else { return unsafe connection }
        unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        // Silence is not asked twice.
        if began.duration(to: .now) < .seconds(1) { unsafe PQreset(connection) }
        guard unsafe PQstatus(connection) != CONNECTION_OK else {
            unsafe PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
            return unsafe connection
        }
        defer { unsafe PQfinish(connection) }
        throw unsafe failure(String(cString: PQerrorMessage(connection)))
    }

    private static func open(_ options: [(String, String)]) -> OpaquePointer? {
        let names = unsafe options.map { unsafe strdup($0.0) }
        let values = unsafe options.map { unsafe strdup($0.1) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        let keywords = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        let texts = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe PQconnectdbParams(keywords, texts, 1)
    }

    /// Reads libpq's words, in which conditions look like `FATAL:  28P01: password …`, and the places in the
    /// server's source are of no use to anybody.
    private static func failure(_ words: String) -> PostgreSQLError {
        let lines = words.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        var states: [String] = []
        for line in lines {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            for part in parts.dropFirst() where part.hasPrefix("  ") && part.count == 7 {
                states.append(String(part.dropFirst(2)))
            }
        }
        return PostgreSQLError(connecting: lines.joined(separator: "; "), states: states)
    }
}
