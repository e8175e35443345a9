package import Foundation
import GRDB
import Observations
package import People

extension RowStore {
    /// Opens an account.
    ///
    /// - Returns: `nil` when the name is taken, ignoring case.
    package func addAccount(named name: String, at now: Date) async throws -> Account? {
        try await writeRows(locking: .nothing) { runner in
            let number: Int64? = try runner.value(
                """
                INSERT INTO account (name, created) VALUES (\(name), \(now.stored))
                ON CONFLICT DO NOTHING
                RETURNING id
                """)
            return number.map { Account(id: Account.ID(rawValue: $0), name: name) }
        }
    }

    /// The account with a number.
    package func account(_ id: Account.ID) async throws -> Account? {
        try await readRows { runner in
            try runner.row("SELECT id, name FROM account WHERE id = \(id.rawValue)").map(Account.init(row:))
        }
    }

    /// The account with a name, ignoring case.
    package func account(named name: String) async throws -> Account? {
        try await readRows { runner in
            try runner.row(
                "SELECT id, name FROM account WHERE \(AccountName.column) = \(AccountName.folded(name))"
            ).map(Account.init(row:))
        }
    }

    /// Stores a credential of an existing account or station.
    package func add(_ credential: Credential, at now: Date) async throws {
        let (account, station): (Int64?, String?) =
            switch credential.principal {
            case .account(let id): (id.rawValue, nil)
            case .station(let id): (nil, id.rawValue)
            }
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                INSERT INTO credential (id, account, station, hash, created)
                VALUES (
                    \(credential.id), \(account), (SELECT number FROM station WHERE id = \(station)),
                    \(credential.hash), \(now.stored))
                """)
        }
    }

    /// The credential with a public part, unless its account is suspended.
    package func credential(_ id: String) async throws -> Credential? {
        try await glanceRows { runner in
            try runner.row(
                """
                SELECT credential.id, credential.hash, credential.account, credential.ends,
                    credential.scopes, station.id AS station,
                    \(sql: RoleRow.list(of: "credential.account")) AS roles
                FROM credential LEFT JOIN station ON station.number = credential.station
                LEFT JOIN account ON account.id = credential.account
                WHERE credential.id = \(id) AND account.suspended IS NULL
                """
            ).map(Credential.init(row:))
        }
    }
}

extension SQLiteStore {
    /// Opens many accounts in one transaction.
    ///
    /// - Returns: Their identifiers, in the order of the names.
    /// - Throws: `DatabaseError` when a name is taken; then none is opened.
    package func addAccounts(named names: [String], at now: Date) async throws -> [Account.ID] {
        try await pool.write { database in
            try names.map { name in
                let number = try database.insertedNumber(
                    "INSERT INTO account (name, created) VALUES (\(name), \(now.stored)) RETURNING id")
                return Account.ID(rawValue: number)
            }
        }
    }
}

extension RowStore {
    /// The accounts among some that do not exist, are suspended, or care for a person who is not among them.
    package func missing(among accounts: Set<Account.ID>) async throws -> Set<Account.ID> {
        guard !accounts.isEmpty else { return [] }
        let listed = accounts.map(\.rawValue)
        return try await readRows { runner in
            let found = try runner.rows(
                """
                SELECT id FROM account WHERE suspended IS NULL AND id IN (\(.numbers(listed)))
                """)
            let lacking = try runner.rows(
                """
                SELECT DISTINCT guardian FROM account
                WHERE guardian IN (\(.numbers(listed))) AND id NOT IN (\(.numbers(listed)))
                """)
            return accounts.subtracting(try found.map { Account.ID(rawValue: try $0.first()) })
                .union(try lacking.map { Account.ID(rawValue: try $0.first()) })
        }
    }
}

extension Credential {
    fileprivate init(row: QueryRow) throws {
        let station: String? = try row["station"]
        let principal =
            if let station = station.flatMap(Station.ID.init(rawValue:)) {
                Principal.station(station)
            } else {
                Principal.account(Account.ID(rawValue: try row["account"]))
            }
        self.init(
            id: try row["id"], hash: try row["hash"], principal: principal,
            scopes: (try row["scopes"] as Int?).map(Scopes.init(rawValue:)) ?? .all,
            ends: (try row["ends"] as Int64?).map { Date(stored: $0) },
            roles: RoleRow.roles(in: try row["roles"]))
    }
}

extension Account {
    fileprivate init(row: QueryRow) throws {
        self.init(id: Account.ID(rawValue: try row["id"]), name: try row["name"])
    }
}
