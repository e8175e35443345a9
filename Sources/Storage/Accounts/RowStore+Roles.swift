import Alerts
package import Foundation
import Observations
package import People

extension RowStore {
    /// Grants a role to an account.
    ///
    /// Granting it again changes nothing.
    ///
    /// - Throws: ``AccountRefusal`` `unknownAccount` or `unknownStation`.
    package func grant(
        _ role: Role, to account: Account.ID, by actor: AuditEntry.Actor = .command, at now: Date
    ) async throws {
        try await writeRows(locking: .account(account)) { runner in
            let station = try role.station.map { try runner.stationNumber($0) }
            let isThere: Bool? = try runner.value(
                "SELECT EXISTS (SELECT 1 FROM account WHERE id = \(account.rawValue))")
            guard isThere == true else { throw AccountRefusal.unknownAccount }
            let count = try runner.run(
                """
                INSERT INTO accountRole (account, role, station, created)
                VALUES (\(account.rawValue), \(role.kind.rawValue), \(station), \(now.stored))
                ON CONFLICT DO NOTHING
                """)
            guard count == 1 else { return }
            try runner.note(
                .roleGranted, of: account.rawValue, by: actor, object: role.description, at: now)
        }
    }

    /// Revokes a role of an account.
    ///
    /// - Returns: `false` when it has no such role.
    /// - Throws: ``AccountRefusal/unknownStation``.
    package func revoke(
        _ role: Role, from account: Account.ID, by actor: AuditEntry.Actor = .command, at now: Date
    ) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            let station = try role.station.map { try runner.stationNumber($0) }
            let count = try runner.run(
                """
                DELETE FROM accountRole
                WHERE account = \(account.rawValue) AND role = \(role.kind.rawValue)
                    AND station IS NOT DISTINCT FROM \(station)
                """)
            guard count == 1 else { return false }
            try runner.note(
                .roleRevoked, of: account.rawValue, by: actor, object: role.description, at: now)
            return true
        }
    }

    /// The roles of an account.
    package func roles(of account: Account.ID) async throws -> Set<Role> {
        try await readRows { runner in
            let row = try runner.row(
                """
                SELECT \(sql: RoleRow.list(of: "account.id")) AS roles FROM account
                WHERE account.id = \(account.rawValue)
                """)
            guard let row else { return [] }
            return RoleRow.roles(in: try row["roles"])
        }
    }

    /// Whether the account with a name is an expert's.
    package func isExpert(named name: String) async throws -> Bool {
        try await readRows { try $0.isExpert(named: name) }
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
        try await writeRows(locking: .account(account)) { runner in
            let since = isSuspended ? now.stored : nil
            let count = try runner.run(
                "UPDATE account SET suspended = \(since) WHERE id = \(account.rawValue)")
            guard count == 1 else { throw AccountRefusal.unknownAccount }
            try runner.note(
                isSuspended ? .suspended : .restored, of: account.rawValue, by: actor, at: now)
            guard isSuspended else { return }
            try runner.run("DELETE FROM session WHERE account = \(account.rawValue)")
            runner.notify(of: CommittedChanges(accounts: [account]))
        }
    }

    /// The accounts whose names begin with a text, ignoring case, by name after `last`, at most `limit`.
    package func accounts(
        beginning prefix: String, having role: Role.Kind? = nil, after last: String?, limit: Int
    ) async throws -> [AccountEntry] {
        var condition: Query = AccountName.begins(with: prefix)
        if let role {
            condition = """
                \(condition) AND account.id IN (
                    SELECT account FROM accountRole WHERE role = \(role.rawValue))
                """
        }
        return try await readRows { [condition] runner in
            try runner.rows(
                """
                SELECT account.id, account.name, account.created, account.suspended,
                    \(sql: RoleRow.list(of: "account.id")) AS roles
                FROM account
                WHERE \(AccountName.column) > \(AccountName.folded(last ?? ""))
                    AND \(condition)
                ORDER BY \(AccountName.column) LIMIT \(limit)
                """
            ).map { row in
                AccountEntry(
                    account: Account(id: Account.ID(rawValue: try row["id"]), name: try row["name"]),
                    created: Date(stored: try row["created"]),
                    suspended: (try row["suspended"] as Int64?).map(Date.init(stored:)),
                    roles: RoleRow.roles(in: try row["roles"]))
            }
        }
    }

    /// How many accounts have each role; an account that operates several stations counts once.
    package func roleCounts() async throws -> [Role.Kind: Int] {
        try await readRows { runner in
            let rows = try runner.rows(
                "SELECT role, count(DISTINCT account) AS accounts FROM accountRole GROUP BY role")
            var counts: [Role.Kind: Int] = [:]
            for row in rows {
                guard let kind = Role.Kind(rawValue: try row["role"])
                else { preconditionFailure("the store holds a role that does not exist") }
                counts[kind] = try row["accounts"] as Int
            }
            return counts
        }
    }
}

extension QueryRunner {
    /// The number of a station that a role is about.
    ///
    /// - Throws: ``AccountRefusal/unknownStation``.
    fileprivate func stationNumber(_ station: Station.ID) throws -> Int64 {
        let number: Int64? = try value("SELECT number FROM station WHERE id = \(station.rawValue)")
        guard let number else { throw AccountRefusal.unknownStation }
        return number
    }

    /// Whether the account with a name is an expert's.
    func isExpert(named name: String) throws -> Bool {
        try value(
            """
            SELECT EXISTS (
                SELECT 1 FROM account JOIN accountRole ON accountRole.account = account.id
                WHERE \(AccountName.column) = \(AccountName.folded(name)) AND accountRole.role = 'expert')
            """) ?? false
    }
}

/// How names of accounts are compared: without regard to the case of the letters A to Z.
///
/// SQLite compares the column so by itself. PostgreSQL has an index of its small letters.
enum AccountName {
    /// The column of `account`.
    static let column: Query = "\(sqlite: "account.name", postgreSQL: "lower(account.name)")"

    /// A name to compare the column with.
    static func folded(_ name: String) -> Query {
        "\(sqlite: "", postgreSQL: "lower")(\(name)\(sqlite: "", postgreSQL: #" COLLATE "C""#))"
    }

    /// The condition that the column begins with a text.
    static func begins(with prefix: String) -> Query {
        """
        substr(\(column), 1, length(\(prefix))) = \(folded(prefix))\(sqlite: " COLLATE NOCASE", postgreSQL: "")
        """
    }
}
