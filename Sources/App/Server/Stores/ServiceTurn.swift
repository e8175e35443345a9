import Alerts
import Logging
import PostgreSQL

/// The right to do what a network needs done once, which one of its nodes has.
protocol Turn: Sendable {
    /// Waits until this node has it.
    ///
    /// - Returns: `false` if the task was cancelled before.
    func take() async -> Bool
    /// Returns when this node has lost it, or when the task is cancelled.
    func untilLost() async
    /// Lets another node have it.
    func giveBack() async
}

/// The turn at a network in PostgreSQL: a lock that a session of its own holds, and that ends with the session.
///
/// A node that ends, however it does, loses the lock at once. So does one whose server restarts or whose network
/// fails, but it learns that later: a second passes until it looks, the look fails within six, and its jobs end
/// within two. A node that takes the lock waits until no other can be at work any more:
///
/// - The server was restarted, or another took its place: a node begins ``longestRemnant`` after its own session
///   did, since a session does not outlive that. A program that has just started goes by the age of the server;
///   only one that starts in the very seconds in which a standby takes over may begin too early.
/// - The server ended the one session, for an administrator: its node finds the connection closed when it looks.
///   A node that was refused before therefore waits for ``pause``.
/// - The former node's network failed, or it was stopped: the server ends its session, and the lock, when nobody
///   has looked for ``patience``, which is longer than a node works without an answer.
///
/// A node that may not work, because its store is no longer its own, gives the lock back when its jobs have ended.
///
/// A node that was stopped and goes on looks at once. Until it has, it may send what it was sending. A webhook that
/// comes twice then has the same identifier.
actor ServiceTurn: Turn {
    /// For how long a node may be at work that has lost its turn.
    static let longestRemnant = Duration.seconds(10)
    /// For how long a node may be at work whose connection was closed.
    static let pause = Duration.seconds(3)
    /// After how long the server takes the turn from a node that does not look any more.
    static let patience = Duration.seconds(15)
    /// The bytes of "service": other locks have other numbers.
    private static let lock: Int64 = 0x73_65_72_76_69_63_65
    /// How often a node that waits tries.
    private static let interval = Duration.milliseconds(500)
    /// How often the node that has the turn looks whether it still has.
    private static let patrol = Duration.seconds(1)
    /// With the time that a connection waits beyond them, a look ends within six seconds.
    private static let limits = PostgreSQLLimits(connect: .seconds(3), statement: .seconds(1))

    private let address: PostgreSQLAddress
    private let logger: Logger
    /// Whether this node can do the jobs.
    private let mayWork: @Sendable () -> Bool
    private var connection: PostgreSQLConnection?
    /// Since when no node can have lost its turn by the end of a server.
    private var undisturbed = ContinuousClock.now
    /// Whether no connection was tried yet.
    private var isNew = true
    /// Whether another node had the turn at the latest try.
    private var isRefused = false
    /// Whether the latest try failed, which is logged once.
    private var hasFailed = false

    /// - Parameters:
    ///   - address: The database.
    ///   - logger: Logs whose turn it is.
    ///   - mayWork: Whether this node can do the jobs.
    init(
        _ address: PostgreSQLAddress, _ logger: Logger, mayWork: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.address, self.logger, self.mayWork) = (address, logger, mayWork)
    }

    func take() async -> Bool {
        while !Task.isCancelled {
            if let beginning = await attempt() {
                try? await Task.sleep(until: beginning, clock: .continuous)
                if !Task.isCancelled, await isHeld() { return true }
            } else {
                try? await Task.sleep(for: Self.interval)
            }
        }
        return false
    }

    func untilLost() async {
        while (try? await Task.sleep(for: Self.patrol)) != nil {
            if mayWork(), await isHeld() { continue }
            if !Task.isCancelled { logger.info("the turn at the jobs of the network is over here") }
            return
        }
    }

    func giveBack() { connection = nil }

    /// Tries to take the lock.
    ///
    /// - Returns: When the jobs may begin; `nil` if another node has the lock, if the server cannot be reached, or if
    ///   this node cannot do them.
    private func attempt() async -> ContinuousClock.Instant? {
        guard mayWork() else {
            giveBack()
            return nil
        }
        do {
            let isTaken = try await connected().run { session in
                try session.value("SELECT pg_try_advisory_lock(\(Self.lock))") ?? false
            }
            let wasRefused = isRefused
            (isRefused, hasFailed) = (!isTaken, false)
            guard isTaken else {
                if !wasRefused { logger.notice("another node does the jobs of the network") }
                return nil
            }
            return max(.now + (wasRefused ? Self.pause : .zero), undisturbed + Self.longestRemnant)
        } catch {
            connection = nil
            note(error)
            return nil
        }
    }

    /// Logs why the jobs rest: the store may be well while no connection is left for the turn.
    private func note(_ error: any Error) {
        guard !hasFailed, !Task.isCancelled else { return }
        hasFailed = true
        logger.warning("no turn at the jobs of the network", metadata: ["error": "\(error)"])
    }

    /// Asks the server for a sign of life, over the session that holds the lock.
    private func isHeld() async -> Bool {
        guard let connection else { return false }
        do {
            return try await connection.run { try $0.value("SELECT 1", as: Int.self) } != nil
        } catch {
            self.connection = nil
            return false
        }
    }

    /// The session, or a new one, which the server ends when it has not heard of the node for ``patience``.
    private func connected() async throws -> PostgreSQLConnection {
        if let connection { return connection }
        let wasNew = isNew
        isNew = false
        let began = ContinuousClock.now
        let next = try await PostgreSQLConnection.open(address, Self.limits)
        let age = try await next.run { session in
            try session.script("SET idle_session_timeout = '\(Self.patience.components.seconds)s'")
            return try session.value(
                "SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8",
                as: Double.self)
        }
        undisturbed = wasNew ? began - .seconds(max(0, age ?? 0)) : began
        connection = next
        return next
    }
}

extension ServerConfiguration {
    /// What decides which node does the jobs of the network; `nil` for one in a file, which one program serves.
    func turn(at store: any MonitoredStore, _ logger: Logger) -> ServiceTurn? {
        postgreSQL.map { address in
            ServiceTurn(address, logger) { store.finding?.failure != .newerSchema }
        }
    }
}
