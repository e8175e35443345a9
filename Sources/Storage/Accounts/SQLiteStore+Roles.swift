import Alerts
package import Foundation
import GRDB
import Observations
package import People

extension SQLiteStore {
    /// Grants a role to an account.
    ///
    /// Granting it again changes nothing.
    ///
    /// - Throws: ``AccountRefusal`` `unknownAccount` or `unknownStation`.
    package func grant(
        _ role: Role, to account: Account.ID, by actor: AuditEntry.Actor = .command, at now: Date
    ) async throws {
        try await pool.write { database in
            let station = try role.station.map { try Self.stationNumber($0, in: database) }
            do {
                try database.execute(
                    literal: """
                        INSERT INTO accountRole (account, role, station, created)
                        VALUES (\(account.rawValue), \(role.kind.rawValue), \(station), \(now.stored))
                        ON CONFLICT DO NOTHING
                        """)
                guard database.changesCount == 1 else { return }
                try Self.note(
                    .roleGranted, of: account.rawValue, by: actor, object: role.description, at: now,
                    in: database)
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
            {
                throw AccountRefusal.unknownAccount
            }
        }
    }

    /// Revokes a role of an account.
    ///
    /// - Returns: `false` when it has no such role.
    /// - Throws: ``AccountRefusal/unknownStation``.
    package func revoke(
        _ role: Role, from account: Account.ID, by actor: AuditEntry.Actor = .command, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            let station = try role.station.map { try Self.stationNumber($0, in: database) }
            try database.execute(
                literal: """
                    DELETE FROM accountRole
                    WHERE account = \(account.rawValue) AND role = \(role.kind.rawValue) AND station IS NOT DISTINCT FROM \(station)
                    """)
            guard database.changesCount == 1 else { return false }
            try Self.note(
                .roleRevoked, of: account.rawValue, by: actor, object: role.description, at: now, in: database
            )
            return true
        }
    }

    /// The roles of an account.
    package func roles(of account: Account.ID) async throws -> Set<Role> {
        try await pool.read { database in
            let text = try String.fetchOne(
                database, sql: "SELECT \(RoleRow.list(of: "?"))", arguments: [account.rawValue])
            return RoleRow.roles(in: text)
        }
    }

    /// Whether the account with a name is an expert's.
    package func isExpert(named name: String) async throws -> Bool {
        try await pool.read { database in
            try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (
                        SELECT 1 FROM account JOIN accountRole ON accountRole.account = account.id
                        WHERE account.name = \(name) AND accountRole.role = 'expert')
                    """, cached: true
            ).fetchOne(database) ?? false
        }
    }

    private static func stationNumber(_ station: Station.ID, in database: Database) throws -> Int64 {
        do {
            return try number(of: station, in: database)
        } catch KeyRefusal.unknownStation {
            throw AccountRefusal.unknownStation
        }
    }

    /// Suspends an account, or restores it.
    ///
    /// Nobody can sign in to a suspended account. Suspending ends its sessions, and nothing more is sent over
    /// its channels.
    ///
    /// - Throws: ``AccountRefusal/unknownAccount``.
    package func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, by actor: AuditEntry.Actor = .command, at now: Date
    ) async throws {
        try await pool.write { [notifier] database in
            let since = isSuspended ? now.stored : nil
            try database.execute(
                literal: "UPDATE account SET suspended = \(since) WHERE id = \(account.rawValue)")
            guard database.changesCount == 1 else { throw AccountRefusal.unknownAccount }
            try Self.note(
                isSuspended ? .suspended : .restored, of: account.rawValue, by: actor, at: now, in: database)
            guard isSuspended else { return }
            try database.execute(literal: "DELETE FROM session WHERE account = \(account.rawValue)")
            notifier.notify(of: CommittedChanges(accounts: [account]), after: database)
        }
    }

    /// The accounts whose names begin with a text, ignoring case, by name after `last`, at most `limit`.
    package func accounts(
        beginning prefix: String, after last: String?, limit: Int
    ) async throws -> [AccountEntry] {
        try await pool.read { database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT account.id, account.name, account.created, account.suspended,
                        \(sql: RoleRow.list(of: "account.id")) AS roles
                    FROM account
                    WHERE account.name > \(last ?? "") AND substr(account.name, 1, length(\(prefix))) = \(prefix)
                        COLLATE NOCASE
                    ORDER BY account.name LIMIT \(limit)
                    """
            ).fetchAll(database)
            return rows.map { row in
                AccountEntry(
                    account: Account(id: Account.ID(rawValue: row["id"]), name: row["name"]),
                    created: Date(stored: row["created"]),
                    suspended: (row["suspended"] as Int64?).map(Date.init(stored:)),
                    roles: RoleRow.roles(in: row["roles"]))
            }
        }
    }
}
