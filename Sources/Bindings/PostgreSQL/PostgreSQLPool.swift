import Dispatch
import Synchronization

/// A bounded number of connections that take turns.
///
/// Those who wait get one in the order in which they came, and only for so long. A broken connection is
/// replaced, and so is one to a server that became a standby. While no server can be reached, as during a
/// failover, connecting is tried again until the waiting is over.
package final class PostgreSQLPool: Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let patience: Duration
    private let turns: Mutex<PoolTurns>
    private let timers = DispatchQueue(label: "postgresql.pool")

    /// Makes a pool, and its first connection.
    ///
    /// - Parameters:
    ///   - address: Servers; one of them takes writes.
    ///   - size: The most connections, at least 1. The server's `max_connections`, 100 by default, holds for
    ///     all programs.
    ///   - patience: How long one may wait for a connection.
    ///   - limits: How long connecting and statements may take.
    /// - Throws: ``PostgreSQLError``, when the first connection cannot be made or goes through an unfit
    ///   pooler.
    package init(
        _ address: PostgreSQLAddress, size: Int = 10, patience: Duration = .seconds(5),
        _ limits: PostgreSQLLimits = PostgreSQLLimits()
    ) async throws {
        precondition(size >= 1, "a pool without connections")
        self.address = address
        self.limits = limits
        self.patience = patience
        let first = try await PostgreSQLConnection.open(address, limits)
        try await PoolerProbe.check(first, address, limits)
        turns = Mutex(PoolTurns(first, size: size))
    }

    /// Does a piece of work on a connection.
    ///
    /// - Throws: ``PostgreSQLError/poolExhausted(size:waited:)``, why no connection can be made, and what the
    ///   body throws.
    @discardableResult
    package func run<Value: Sendable>(
        _ body: @Sendable (PostgreSQLSession) throws -> Value
    ) async throws -> Value {
        let connection = try await take()
        let outcome = await connection.outcome(body)
        giveBack(outcome.isUsable ? connection : nil)
        return try outcome.result.get()
    }

    /// Does something wholly or not at all, and begins anew after a conflict with another transaction.
    ///
    /// It is also begun anew when the server turns out to be read-only, which refuses the first write: then
    /// the next connection looks for the primary. All other errors are the caller's, above all those with an
    /// unknown outcome.
    ///
    /// - Parameters:
    ///   - isolation: What it sees of others.
    ///   - readOnly: Whether it only reads.
    ///   - mark: The newest schema whose rows the body can write, if others may change the tables meanwhile.
    ///   - retry: How often it is begun anew.
    ///   - body: May run several times, so it has no effects outside the database.
    /// - Returns: What the body returns.
    /// - Throws: What the last attempt threw; see ``PostgreSQLSession/transaction(_:readOnly:under:_:)``.
    @discardableResult
    package func transaction<Value: Sendable>(
        _ isolation: PostgreSQLIsolation = .readCommitted, readOnly: Bool = false,
        under mark: SchemaMark? = nil, retry: RetryPolicy = RetryPolicy(),
        _ body: @Sendable (PostgreSQLSession) throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await run { session in
                    try session.transaction(isolation, readOnly: readOnly, under: mark, body)
                }
            } catch let error as PostgreSQLError where retry.allows(attempt, after: error, readOnly: readOnly)
            {
                try await Task.sleep(for: retry.pause(after: attempt))
                attempt += 1
            }
        }
    }

    /// Closes all connections, each when its work is done, and refuses new work.
    package func close() {
        for waiting in turns.withLock({ $0.close() }) { waiting.resume(throwing: PostgreSQLError.poolClosed) }
    }

    // MARK: Turns

    /// Gets a connection that works, as far as can be seen without asking the server.
    private func take() async throws -> PostgreSQLConnection {
        let began = ContinuousClock.now
        while true {
            guard let connection = try await turn() else { return try await connect(until: began + patience) }
            if await connection.isFresh() { return connection }
            giveBack(nil)
        }
    }

    /// Waits for a connection, or for the right to make one, which is `nil`.
    private func turn() async throws -> PostgreSQLConnection? {
        let number = turns.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch turns.withLock({ $0.take(number, continuation) }) {
                case .now(let connection): continuation.resume(returning: connection)
                case .closed: continuation.resume(throwing: PostgreSQLError.poolClosed)
                case .later: expire(number)
                }
            }
        } onCancel: {
            turns.withLock { $0.leave(number) }?.resume(throwing: PostgreSQLError.cancelled)
        }
    }

    /// Ends the waiting when it has lasted too long.
    private func expire(_ number: UInt64) {
        timers.asyncAfter(deadline: .now() + .milliseconds(Int(patience.milliseconds))) { [weak self] in
            guard let self, let waiting = turns.withLock({ $0.leave(number) }) else { return }
            let size = turns.withLock { $0.size }
            waiting.resume(throwing: PostgreSQLError.poolExhausted(size: size, waited: patience))
        }
        // A task that was cancelled before it waited has not been seen by its handler.
        if Task.isCancelled {
            turns.withLock { $0.leave(number) }?.resume(throwing: PostgreSQLError.cancelled)
        }
    }

    private func connect(until end: ContinuousClock.Instant) async throws -> PostgreSQLConnection {
        do {
            var attempt = 1
            while true {
                do { return try await PostgreSQLConnection.open(address, limits) } catch let error
                    as PostgreSQLError
                    where error.isTransientConnectFailure && .now < end
                {
                    try await Task.sleep(for: RetryPolicy.connecting.pause(after: attempt))
                    attempt += 1
                }
            }
        } catch {
            giveBack(nil)
            throw error
        }
    }

    /// Hands a connection on, or the right to make a new one in its place.
    private func giveBack(_ connection: PostgreSQLConnection?) {
        turns.withLock { $0.giveBack(connection) }?.resume(returning: connection)
    }
}
