import Alerts
import GRDB
import Synchronization

/// The connections to the file: one that writes, some that read, and one for look-ups.
///
/// They can be replaced while the store is in use. Every act goes through here, so that ``StoreHealth`` admits it
/// and learns how it ended.
final class StorePool: Sendable {
    /// What is opened and closed together.
    struct Connections: Sendable {
        let pool: DatabasePool
        let lookups: DatabaseQueue

        func close() throws {
            try lookups.close()
            try pool.close()
        }
    }

    let path: String
    let health: StoreHealth
    private let open: @Sendable () throws -> Connections
    private let connections: Mutex<Connections?>

    /// Opens the connections.
    init(path: String, health: StoreHealth, open: @escaping @Sendable () throws -> Connections) throws {
        self.path = path
        self.health = health
        self.open = open
        connections = Mutex(try open())
        health.noteOpened()
    }

    /// GRDB's pool, for what needs the whole of it.
    var current: DatabasePool { get throws { try opened.pool } }

    private var opened: Connections {
        get throws {
            guard let opened = connections.withLock(\.self)
            else { throw health.finding?.failure ?? StoreFailure.unopenable }
            return opened
        }
    }

    /// Closes the connections and opens new ones, which read what the disk holds.
    ///
    /// If they cannot be opened, every act is refused until a later call succeeds.
    ///
    /// - Parameter between: Runs when the old connections are closed.
    /// - Throws: `DatabaseError` when a connection cannot be closed or opened.
    func reopen(after between: () -> Void) throws {
        try close()
        between()
        let fresh = try open()
        connections.withLock { $0 = fresh }
        health.noteOpened()
    }

    func close() throws {
        let former = connections.withLock { connections in
            defer { connections = nil }
            return connections
        }
        try former?.close()
    }
}

// GRDB marks its synchronous methods in the same way, so that asynchronous callers get the asynchronous ones.
extension StorePool {
    @_disfavoredOverload
    func read<Value>(_ look: (Database) throws -> Value) throws -> Value {
        do { return try opened.pool.read(look) } catch { throw health.note(error) }
    }

    func read<Value: Sendable>(_ look: @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await opened.pool.read(look) } catch { throw health.note(error) }
    }

    @_disfavoredOverload
    func unsafeRead<Value>(_ look: (Database) throws -> Value) throws -> Value {
        do { return try opened.pool.unsafeRead(look) } catch { throw health.note(error) }
    }

    /// Reads on the connection for look-ups.
    func glance<Value>(_ look: (Database) throws -> Value) throws -> Value {
        do { return try opened.lookups.unsafeRead(look) } catch { throw health.note(error) }
    }

    @_disfavoredOverload
    func write<Value>(_ act: (Database) throws -> Value) throws -> Value {
        try opened.pool.writeWithoutTransaction { try transact(in: $0, act) }
    }

    func write<Value: Sendable>(_ act: @Sendable (Database) throws -> Value) async throws -> Value {
        try await opened.pool.writeWithoutTransaction { try transact(in: $0, act) }
    }

    @_disfavoredOverload
    func writeWithoutTransaction<Value>(_ act: (Database) throws -> Value) throws -> Value {
        try opened.pool.writeWithoutTransaction { try admit(in: $0, act) }
    }

    func writeWithoutTransaction<Value: Sendable>(
        _ act: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await opened.pool.writeWithoutTransaction { try admit(in: $0, act) }
    }

    func asyncWrite(
        _ act: @escaping @Sendable (Database) throws -> Void,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        do {
            try opened.pool.asyncWriteWithoutTransaction { [self] database in
                completion(Result { try transact(in: database, act) })
            }
        } catch {
            completion(.failure(error))
        }
    }

    private func transact<Value>(
        in database: Database, _ act: (Database) throws -> Value
    ) throws -> Value {
        try admit(in: database) { database in
            var outcome: Value?
            try database.inTransaction {
                outcome = try act(database)
                return .commit
            }
            guard let outcome else {
                preconditionFailure("a transaction that does not throw has run its act")
            }
            health.noteCommit()
            return outcome
        }
    }

    /// Runs on the writer's queue, so that the next write already knows how this one ended.
    private func admit<Value>(in database: Database, _ act: (Database) throws -> Value) throws -> Value {
        try health.admitWrite()
        do { return try act(database) } catch { throw health.note(error) }
    }
}
