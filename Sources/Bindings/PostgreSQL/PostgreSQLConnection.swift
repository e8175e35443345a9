import Dispatch

/// A connection on a thread of its own.
///
/// libpq's calls block, and Swift's own threads are as few as the processor's cores. Work is therefore done
/// on a queue of the connection, as a closure that has the session to itself until it ends: a transaction is
/// written from top to bottom, and nobody else gets between two of its statements.
package actor PostgreSQLConnection {
    private let session: PostgreSQLSession
    private let canceller: StatementCanceller
    private let executor: ConnectionQueue

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Connects.
    ///
    /// - Throws: ``PostgreSQLError``, by what was refused.
    package static func open(
        _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits = PostgreSQLLimits()
    ) async throws -> PostgreSQLConnection {
        let executor = ConnectionQueue()
        return try await executor.run { try PostgreSQLConnection(address, limits, executor) }
    }

    private init(
        _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ executor: ConnectionQueue
    ) throws(PostgreSQLError) {
        self.executor = executor
        let link = try ServerLink(address, limits)
        canceller = link.canceller
        session = try PostgreSQLSession(greeting: link, limits)
    }

    /// What became of a piece of work, and whether the connection can do more.
    struct Outcome<Value: Sendable>: Sendable {
        let result: Result<Value, any Error>
        let isUsable: Bool
    }

    /// Does a piece of work, and asks the server to cancel it when the task is cancelled.
    ///
    /// - Throws: What the body throws.
    @discardableResult
    package nonisolated func run<Value: Sendable>(
        _ body: @Sendable (PostgreSQLSession) throws -> Value
    ) async throws -> Value {
        try await outcome(body).result.get()
    }

    nonisolated func outcome<Value: Sendable>(
        _ body: @Sendable (PostgreSQLSession) throws -> Value
    ) async -> Outcome<Value> {
        let ticket = WorkTicket()
        return await withTaskCancellationHandler {
            await perform(ticket, body)
        } onCancel: {
            canceller.cancel(ticket)
        }
    }

    /// Whether the connection is as it was after its last work.
    ///
    /// It is not when the server closed it, or became a standby.
    func isFresh() -> Bool { session.isFresh() }

    /// Whether a pooler is between the program and the server.
    func isPooled() throws(PostgreSQLError) -> Bool { try session.isPooled() }

    private func perform<Value: Sendable>(
        _ ticket: WorkTicket, _ body: @Sendable (PostgreSQLSession) throws -> Value
    ) -> Outcome<Value> {
        canceller.begin(ticket)
        session.ticket = ticket
        let result = Result { try body(session) }
        session.ticket = WorkTicket()
        session.absorb(canceller.end())
        return Outcome(result: result, isUsable: session.isUsable)
    }
}

/// Runs what belongs to a connection on a queue, where blocking delays nothing else.
final class ConnectionQueue: SerialExecutor {
    let queue = DispatchQueue(label: "postgresql")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Does something that blocks before there is a connection.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
