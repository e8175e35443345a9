import CPostgreSQL

#if canImport(Glibc)
    import Glibc
#endif

/// An open connection of libpq, and its owner.
///
/// One thread at a time uses it. libpq is never let to wait by itself: it is in non-blocking mode, and the
/// waiting is done here, with an end.
@safe final class ServerLink {
    private let connection: OpaquePointer
    private let notices = NoticeBoard()
    let canceller: StatementCanceller
    private let limits: PostgreSQLLimits
    /// Whether it stopped answering, which libpq cannot know.
    private var isAbandoned = false

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits) throws(PostgreSQLError) {
        let connection = unsafe try ServerLink.connect(address, limits)
        unsafe self.connection = unsafe connection
        self.limits = limits
        canceller = unsafe StatementCanceller(CancelRequest(connection))
        unsafe notices.attach(to: connection)
        unsafe PQsetnonblocking(connection, 1)
    }

    deinit { unsafe PQfinish(connection) }

    var isBroken: Bool { unsafe isAbandoned || PQstatus(connection) != CONNECTION_OK }
    var isInTransaction: Bool { unsafe PQtransactionStatus(connection) != PQTRANS_IDLE }
    var version: Int { unsafe Int(PQserverVersion(connection)) }
    /// The process that answers, by the name that was given when the connection was made.
    var process: Int { unsafe Int(PQbackendPID(connection)) }
    var descriptor: CInt { unsafe PQsocket(connection) }

    /// What the server reports of itself without being asked, such as `in_hot_standby`.
    func parameter(_ name: String) -> String? {
        unsafe PQparameterStatus(connection, name).map { unsafe String(cString: $0) }
    }

    /// Sends what a call of libpq hands over.
    func send(_ call: (OpaquePointer) -> CInt) throws(PostgreSQLError) {
        guard unsafe call(connection) == 1 else { throw lost() }
    }

    /// Waits for the next answer to what was sent; `nil` when there is none left.
    func next(_ watch: inout StatementWatch) throws(PostgreSQLError) -> ServerAnswer? {
        try flush(&watch)
        while unsafe PQisBusy(connection) == 1 {
            try wait(for: POLLIN, &watch)
            guard unsafe PQconsumeInput(connection) == 1 else { throw lost() }
        }
        guard let result = unsafe PQgetResult(connection) else { return nil }
        return unsafe ServerAnswer(owning: result)
    }

    /// Whether there is something to read, which may be the end of the connection.
    var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) > 0
    }

    /// Whether the connection is still there, after what has come unasked was read.
    ///
    /// A server says why it closes a connection before it does, so there may be more than one thing to read.
    func hearsWell() -> Bool {
        for _ in 0..<3 where !isBroken {
            guard hasInput else { break }
            do { try consume() } catch { return false }
            _ = unsafe PQisBusy(connection)
        }
        return !isBroken
    }

    /// Reads what has come unasked, without waiting.
    func consume() throws(PostgreSQLError) {
        guard unsafe PQconsumeInput(connection) == 1 else { throw lost() }
    }

    func takeUnconfirmedCommit() -> ServerMessage? { notices.takeUnconfirmedCommit() }

    /// The next notification that has come.
    func notification() -> PostgreSQLNotification? {
        guard let note = unsafe PQnotifies(connection) else { return nil }
        defer { unsafe PQfreemem(note) }
        return unsafe PostgreSQLNotification(
            channel: String(cString: note.pointee.relname), payload: String(cString: note.pointee.extra),
            sender: Int(note.pointee.be_pid))
    }

    /// Hands over bytes of a `COPY`, and waits until they are sent.
    ///
    /// Without the wait, libpq would keep in memory whatever the server has not read.
    func put(_ bytes: [UInt8], _ watch: inout StatementWatch) throws(PostgreSQLError) {
        let status = unsafe bytes.withUnsafeBytes { memory in
            unsafe PQputCopyData(
                connection, memory.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(memory.count))
        }
        // As everything before was sent, 0 (no room) means that there is no memory.
        guard status == 1 else { throw lost() }
        try flush(&watch)
    }

    /// The next piece of a `COPY … TO STDOUT`; `nil` at its end.
    func take(_ watch: inout StatementWatch) throws(PostgreSQLError) -> [UInt8]? {
        while true {
            var piece: UnsafeMutablePointer<CChar>?
            let count = unsafe PQgetCopyData(connection, &piece, 1)
            defer { unsafe PQfreemem(piece) }
            if count > 0, let piece = unsafe piece {
                return unsafe Array(UnsafeRawBufferPointer(start: piece, count: Int(count)))
            }
            // −1 is the end, and −2 a failure that the next answer explains.
            guard count == 0 else { return nil }
            try wait(for: POLLIN, &watch)
            try consume()
        }
    }

    /// Waits until everything is sent.
    func flush(_ watch: inout StatementWatch) throws(PostgreSQLError) {
        while true {
            switch unsafe PQflush(connection) {
            case 0: return
            case 1:
                // The server may have to be heard before it takes more (manual, section 34.4).
                try wait(for: POLLIN | POLLOUT, &watch)
                try consume()
            default: throw lost()
            }
        }
    }

    private func wait(for events: CInt, _ watch: inout StatementWatch) throws(PostgreSQLError) {
        while true {
            var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = unsafe poll(&request, 1, watch.millisecondsLeft)
            if count > 0 || count < 0 && errno != EINTR { return }
            guard count == 0 else { continue }
            switch watch.step(limits) {
            case .waits: break
            case .asks: canceller.cancelRunning()
            case .givesUp:
                isAbandoned = true
                throw .lost("it did not answer in time", outcomeUnknown: false)
            }
        }
    }

    private func lost() -> PostgreSQLError {
        isAbandoned = true
        return .lost(unsafe String(cString: PQerrorMessage(connection)).trimmed, outcomeUnknown: false)
    }
}
