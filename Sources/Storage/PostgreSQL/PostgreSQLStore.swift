package import Alerts
package import Allergens
import Authoring
package import People
package import PostgreSQL
package import Sealing
import Studies
import Synchronization

/// The network's store in a PostgreSQL database, as far as its features are written over ``RowStore``.
///
/// A write is durable when its method returns, on the standby too if the server waits for one. The conflicts and
/// failovers that a transaction meets are overcome by running it again.
package final class PostgreSQLStore: RowStore {
    package let cipher: RowCipher
    package let taxonomy: Taxonomy
    let address: PostgreSQLAddress
    let pool: PostgreSQLPool
    /// Whether the program is a command; where it does not say what it changed, others read everything anew.
    let isGuest: Bool
    /// Tells its own lines of the log of changes from those of others.
    let node = Int64.random(in: .min ... .max)
    let bell = ChangeBell()
    let state = Mutex(Condition())
    let notifier = ChangeNotifier()
    /// The transactions that raise alerts: all of them need one lock.
    let alerting = SharedTransaction(locking: .alerts)
    /// Before the lock of all sign-ins: who waits for it would hold a connection.
    private let loginGate = Gate()

    /// Connects, and brings the schema up to date.
    ///
    /// - Parameters:
    ///   - address: The database, which has to be empty or this program's.
    ///   - keys: The keys that seal its values about people.
    ///   - taxonomy: The allergens that it may hold.
    ///   - connections: The most connections, at least 1.
    ///   - isGuest: Whether this program is a command; those that serve learn of each of its commits.
    /// - Throws: `PostgreSQLError`; ``SealingError/unknownKey(_:)`` when the database holds values under a key that
    ///   is not among the keys; ``MoveRefusal/isUnfinished(begun:)`` when only a part of a file was moved there.
    package init(
        _ address: PostgreSQLAddress, keys: KeyRing, taxonomy: Taxonomy = .standard, connections: Int = 10,
        isGuest: Bool = false
    ) async throws {
        (cipher, self.taxonomy, self.isGuest) = (RowCipher(keys), taxonomy, isGuest)
        self.address = address
        try await Self.bringUpToDate(address)
        let limits = isGuest ? Self.patient : PostgreSQLLimits()
        pool = try await PostgreSQLPool(address, size: connections, limits)
        do {
            try await noteKey()
        } catch {
            pool.close()
            throw error
        }
    }

    /// For steps of the schema, rotation and checks, which read whole tables.
    ///
    /// A request is not answered after so long.
    private static let patient = PostgreSQLLimits(
        statement: .seconds(3_600), idleTransaction: .seconds(30))

    private static func bringUpToDate(_ address: PostgreSQLAddress) async throws {
        let pool = try await PostgreSQLPool(address, size: 1, patient)
        defer { pool.close() }
        try await PostgreSQLSchema.bringUpToDate(pool)
        try await pool.run { try MoveMark.refuseUnfinished($0) }
    }

    /// Notifies an observer of every change that this program commits from now on.
    package func observe(_ observer: any ChangeObserver) { notifier.add(observer) }

    /// Closes the connections, each when its work is done.
    package func close() { pool.close() }

    /// Refuses a ring that lacks a key, and records that values are sealed under the current one.
    private func noteKey() async throws {
        let named = try await glanceRows { runner in
            try runner.rows("SELECT id FROM dataKey ORDER BY id").map { DataKey.ID(stored: try $0["id"]) }
        }
        let known = Set(keys.ids)
        if let lost = named.first(where: { !known.contains($0) }) { throw SealingError.unknownKey(lost) }
        // A guest that writes makes the service read everything anew.
        guard try !named.contains(keys.current()) else { return }
        try await writeRows(locking: .nothing) { [keys] runner in
            try runner.run(
                "INSERT INTO dataKey (id) VALUES (\(try keys.current().stored)) ON CONFLICT DO NOTHING")
        }
    }
}

extension PostgreSQLStore {
    package func readRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await readOnServer { try look($0) }
    }

    /// The same for what only this database can be asked.
    func readOnServer<Outcome: Sendable>(
        _ look: @escaping @Sendable (PostgreSQLRunner) throws -> Outcome
    ) async throws -> Outcome {
        // Statements of one transaction see the same rows, as they do in SQLite.
        try await tellingOfReads {
            try await pool.transaction(.repeatableRead, readOnly: true) { try look(PostgreSQLRunner($0)) }
        }
    }

    /// Asks the server once, where a transaction would ask three times.
    package func glanceRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await tellingOfReads { try await pool.run { try look(PostgreSQLRunner($0)) } }
    }

    package func queryRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await glanceRows(look)
    }

    @discardableResult
    package func writeRows<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await writeOnServer(locking: lock) { try act($0) }
    }

    /// The same for acts that only this database can do.
    func writeOnServer<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (PostgreSQLRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await telling {
            switch lock {
            case .alerts: try await alerting.write(to: self, act)
            case .logins: try await loginGate.pass { try await write(locking: lock, act) }
            default: try await write(locking: lock, act)
            }
        }
    }

    /// Here nobody shares a commit.
    @discardableResult
    package func writeManyRows<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome {
        try await writeRows(locking: lock, act)
    }

    /// Commits once more, and waits for that: the standby takes commits in their order.
    ///
    /// A commit whose wait for the standby was cancelled is seen by all, and still lost with the server. A
    /// transaction that only reads would wait for nothing; the lock of a row is written.
    package func confirmRows(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { _ in }
    }

    /// Writes in one transaction, and throws in the words of the database.
    func write<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (PostgreSQLRunner) throws -> Outcome
    ) async throws -> Outcome {
        let changed = Mutex(CommittedChanges())
        do {
            let (outcome, line) = try await pool.transaction(under: PostgreSQLSchema.mark) {
                [isGuest, node] session in
                let runner = PostgreSQLRunner(session)
                try runner.hold(lock)
                let outcome = try act(runner)
                var changes = runner.changes
                changed.withLock { $0 = changes }
                if isGuest, changes.isEmpty { changes.mayBeMore = try runner.hasWritten() }
                // Last of all, since all who add a line wait for the commit.
                return (outcome, changes.isEmpty ? nil : try runner.log(changes, by: node))
            }
            state.withLock { $0.written = .now }
            notifier.notify(of: changed.withLock(\.self))
            if let line { bell.ring(line) }
            return outcome
        } catch let error as PostgreSQLError where error.mayBeKept {
            // Who looks in vain loses nothing; who does not look would miss what was kept.
            notifier.notify(of: changed.withLock(\.self))
            throw error
        }
    }
}

extension PostgreSQLRunner {
    /// The number of the lock of alerts: the bytes of "alerts".
    private static let alerts: Int64 = 0x61_6c_65_72_74_73

    /// Whether other programs wait for the lock of alerts.
    ///
    /// The two halves of its number are apart in the view (manual, page pg_locks).
    func othersWaitForAlerts() throws -> Bool {
        try value(
            """
            SELECT EXISTS (
                SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                    AND classid = \(Self.alerts >> 32) AND objid = \(Self.alerts & 0xFFFF_FFFF))
            """) ?? false
    }

    /// Whether the transaction has changed or locked rows: only then does its commit wait for the disk or a standby.
    func hasWritten() throws -> Bool {
        try value("SELECT pg_current_xact_id_if_assigned() IS NOT NULL", as: Bool.self) == true
    }

    /// Waits until nobody else holds a lock, and then holds it until the transaction ends.
    ///
    /// What the statements after it read is what the former holder committed. It is the weakest lock of a row that
    /// others wait for: rows that refer to the locked one can still be inserted.
    ///
    /// The lock of a row is written like a change. So an act under it waits for the standby even if it finds nothing
    /// to change: what it found, and is answered as kept, may come from a commit whose wait was cancelled. Under the
    /// other locks such an act writes nothing, and waits for nothing.
    func hold(_ lock: RowLock) throws {
        switch lock {
        case .nothing: break
        case .account(let account):
            _ = try rows("SELECT id FROM account WHERE id = \(account.rawValue) FOR NO KEY UPDATE")
        case .article(let article):
            _ = try rows(
                """
                SELECT id FROM account
                WHERE id = (SELECT account FROM submission WHERE id = \(article.rawValue)) FOR NO KEY UPDATE
                """)
        case .study(let study):
            _ = try rows("SELECT number FROM study WHERE id = \(study.rawValue) FOR NO KEY UPDATE")
        case .part(let account, let study):
            try hold(.account(account))
            // Those who take part do not wait for each other.
            _ = try rows("SELECT number FROM study WHERE id = \(study.rawValue) FOR SHARE")
        case .alerts:
            _ = try run("SELECT pg_advisory_xact_lock(\(Self.alerts))")
        case .logins:
            // The bytes of "logins": other locks have other numbers.
            _ = try run("SELECT pg_advisory_xact_lock(\(0x6c_6f_67_69_6e_73 as Int64))")
        case .sealedTables:
            let tables = Set(SealedColumn.lasting.map(\.field.table)).sorted()
            _ = try run("LOCK TABLE \(sql: tables.joined(separator: ", ")) IN SHARE MODE")
        }
    }
}
