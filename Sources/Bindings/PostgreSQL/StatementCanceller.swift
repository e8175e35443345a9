import CPostgreSQL
import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// One piece of work on a connection, which its task may cancel.
final class WorkTicket: Sendable {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    fileprivate func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// Cancels what a connection does for a ticket, and nothing that it does for another.
final class StatementCanceller: Sendable {
    /// Asking the server opens a connection, which blocks, and for ever when the server is stopped.
    private static let queue = DispatchQueue(label: "postgresql.cancel", attributes: .concurrent)
    /// How long, and how often, the end of work waits until the server has taken note of a request.
    private static let pause = (microseconds: UInt32(200), turns: 5_000)

    private struct State {
        var running: WorkTicket?
        /// The requests that the server has not taken note of.
        var pending = 0
        /// Whether the server was asked since the running work began.
        var isAsked = false
    }

    /// What requests may still do to the next statement.
    enum Aftermath {
        case none
        /// The server has taken note, so the next statement may be hit, and no other.
        case noted
        /// The server has not taken note, so any statement may be hit.
        case unknown
    }

    private let request: CancelRequest?
    private let state = Mutex(State())

    init(_ request: consuming CancelRequest?) { self.request = request }

    /// Begins the work.
    ///
    /// Requests of earlier work that the server has not taken note of still count.
    func begin(_ ticket: WorkTicket) {
        state.withLock { state in
            state.running = ticket
            state.isAsked = state.pending > 0
        }
    }

    /// Ends the work, so that nothing more is asked for it.
    func end() -> Aftermath {
        state.withLock { $0.running = nil }
        return settle()
    }

    /// Waits until the server has taken note of all requests, for a second at most.
    func settle() -> Aftermath {
        for _ in 0..<Self.pause.turns {
            let (pending, isAsked) = state.withLock { ($0.pending, $0.isAsked) }
            if pending == 0 { return isAsked ? .noted : .none }
            usleep(Self.pause.microseconds)
        }
        return .unknown
    }

    /// Cancels a piece of work, now or before it begins.
    func cancel(_ ticket: WorkTicket) {
        ticket.cancel()
        ask { $0 === ticket }
    }

    /// Cancels the statement that runs, without a task's wish.
    func cancelRunning() { ask { $0 != nil } }

    private func ask(where isMeant: (WorkTicket?) -> Bool) {
        let isAsking = state.withLock { state in
            guard isMeant(state.running) else { return false }
            state.pending += 1
            state.isAsked = true
            return true
        }
        guard isAsking else { return }
        Self.queue.async { [self] in
            request?.send()
            state.withLock { $0.pending -= 1 }
        }
    }
}

/// The right to cancel statements of a connection.
///
/// libpq only reads it, "so it can also be invoked from a thread that is separate from the one manipulating
/// the PGconn object" (manual, section 34.7).
@safe struct CancelRequest: ~Copyable, Sendable {
    private nonisolated(unsafe) let request: OpaquePointer

    @unsafe init?(_ connection: OpaquePointer) {
        guard let request = unsafe PQgetCancel(connection) else { return nil }
        unsafe self.request = unsafe request
    }

    deinit { unsafe PQfreeCancel(request) }

    /// Asks the server, and returns when it has taken note.
    ///
    /// Without an answer nothing can be done: the statement then ends by the limits of time.
    borrowing func send() {
        // libpq wants room for a message, and recommends 256 bytes.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
            _ = unsafe PQcancel(request, words.baseAddress, 256)
        }
    }
}
