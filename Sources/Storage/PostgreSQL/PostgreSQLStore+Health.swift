package import Alerts
import PostgreSQL
import Synchronization

/// Whether the database can be used.
///
/// Its server watches over its own disk: a failure is that of the latest look, and ends with the next that works. A full
/// disk is known from the write that met it, and ends only when there is room for more rows: what changes no size still
/// works on it. That no server takes writes is known in the same way, as soon as one was refused.
///
/// Tables that a newer program has changed are no longer this program's: nothing is read or written until it is replaced,
/// or until the tables are again as it knows them.
extension PostgreSQLStore {
    /// How the database is.
    struct Condition {
        /// What the latest look found.
        var finding: StoreFailure.Finding?
        /// How often each failure was met.
        var counts: [StoreFailure: Int] = [:]
        /// When the latest write was kept.
        var written: ContinuousClock.Instant?
    }

    package var finding: StoreFailure.Finding? { state.withLock { $0.finding } }
    package var failureCounts: [StoreFailure: Int] { state.withLock { $0.counts } }

    /// The size of the database in bytes; 0 while it cannot be reached.
    package var size: Int {
        get async {
            let size = try? await glanceRows {
                try $0.value("SELECT pg_database_size(current_database())", as: Int.self)
            }
            return (size ?? nil) ?? 0
        }
    }

    package func answers() async throws {
        _ = try await glanceRows { try $0.value("SELECT 1 AS number", as: Int.self) }
    }

    /// Throws if the database takes no writes, or has no room: it locks the head of the ledger, and keeps nothing.
    package func tryToWrite() async throws {
        try await telling {
            try await lockHead()
            try await findRoom()
        }
    }

    /// Notes a failure that ends only when a look finds its end.
    func note(_ failure: StoreFailure, _ error: any Error) {
        state.withLock { $0.finding = StoreFailure.Finding(failure: failure, reason: "\(error)") }
    }

    /// Throws if the tables are known to be those of a newer program.
    func admit() throws {
        if finding?.failure == .newerSchema { throw StoreFailure.newerSchema }
    }

    /// What explains an error by the tables of a newer program; the server is asked only where that is possible.
    ///
    /// - Returns: `nil` if the tables are those that this program knows.
    func tablesBehind(_ error: any Error) async -> PostgreSQLError? {
        let isPossible = (error as? PostgreSQLError)?.mayComeOfOtherTables ?? (error is MisreadColumn)
        guard isPossible else { return nil }
        do {
            try await confirmTables()
            return nil
        } catch {
            return StoreFailure(error) == .newerSchema ? error as? PostgreSQLError : nil
        }
    }

    private func confirmTables() async throws {
        try await pool.run { try $0.confirm(PostgreSQLSchema.mark) }
    }

    /// While somebody else holds the head, the database takes writes.
    private func lockHead() async throws {
        _ = try await pool.transaction { session in
            try PostgreSQLRunner(session).rows(
                "SELECT number FROM ledgerHead FOR NO KEY UPDATE SKIP LOCKED")
        }
        state.withLock { $0.written = .now }
    }

    /// Makes a table of 128 KiB and takes it back, which fails unless the disk has room for that.
    ///
    /// Its rows are too short to be compressed. Unlike a temporary table it lies where the network's own do.
    private func findRoom() async throws {
        do {
            _ = try await pool.transaction { session in
                try session.script(
                    """
                    CREATE TABLE roomOnDisk AS SELECT repeat('.', 2000) AS filling FROM generate_series(1, 64)
                    """)
                throw TakenBack()
            }
        } catch is TakenBack {}
    }

    private struct TakenBack: Error {}

    package func examine(after idle: Duration) async {
        let (known, written) = state.withLock { ($0.finding, $0.written) }
        do {
            try await confirmTables()
            if known != nil || written.map({ ContinuousClock.now - $0 >= idle }) ?? true {
                try await lockHead()
            }
            // A full disk can also end the server.
            if let failure = known?.failure, [.full, .unreachable, .changingOver].contains(failure) {
                try await findRoom()
            }
            // A disk that a write found full meanwhile is looked at in its turn.
            state.withLock { if $0.finding == known { $0.finding = nil } }
        } catch PostgreSQLError.cancelled {
            // The program stops, which tells nothing of the database.
        } catch {
            // A look keeps nothing, so that a lost connection leaves nothing in doubt.
            let met = StoreFailure(error) ?? .unreachable
            let failure = met == .unsynced ? .unreachable : met
            state.withLock { state in
                if state.finding == nil { state.counts[failure, default: 0] += 1 }
                state.finding = StoreFailure.Finding(failure: failure, reason: "\(error)")
            }
        }
    }
}
