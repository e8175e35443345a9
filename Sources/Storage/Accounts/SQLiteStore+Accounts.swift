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

    /// The account with a number.
    package func account(_ id: Account.ID) async throws -> Account? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: "SELECT id, name FROM account WHERE id = \(id.rawValue)", cached: true
            )
            .fetchOne(database).map(Account.init)
        }
    }

    /// The account with a name, ignoring case.
    package func account(named name: String) async throws -> Account? {
        try await pool.read { database in
            try SQLRequest<Row>(literal: "SELECT id, name FROM account WHERE name = \(name)")
                .fetchOne(database).map(Account.init)
        }
    }

    /// The accounts among some that do not exist or are suspended.
    package func missing(among accounts: Set<Account.ID>) async throws -> Set<Account.ID> {
        guard !accounts.isEmpty else { return [] }
        let numbers = try JSONEncoder().encode(accounts.map(\.rawValue))
        return try await pool.read { database in
            let found = try SQLRequest<Int64>(
                literal: """
                    SELECT account.id FROM json_each(\(String(decoding: numbers, as: UTF8.self))) AS number
                    JOIN account ON account.id = number.value AND account.suspended IS NULL
                    """
            ).fetchAll(database)
            return accounts.subtracting(found.map(Account.ID.init(rawValue:)))
        }
    }

    /// Stores a credential of an existing account or station.
    package func add(_ credential: Credential, at now: Date) async throws {
        try await pool.write { database in
            let (account, station): (Int64?, String?) =
                switch credential.principal {
                case .account(let id): (id.rawValue, nil)
                case .station(let id): (nil, id.rawValue)
                }
            try database.execute(
                literal: """
                    INSERT INTO credential (id, account, station, hash, created)
                    VALUES (
                        \(credential.id), \(account), (SELECT number FROM station WHERE id = \(station)),
                        \(credential.hash), \(now.stored))
                    """)
        }
    }

    /// The credential with a public part, unless its account is suspended.
    package func credential(_ id: String) async throws -> Credential? {
        try glance { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT credential.id, credential.hash, credential.account, credential.ends,
                        credential.scopes, station.id AS station,
                        \(sql: RoleRow.list(of: "credential.account")) AS roles
                    FROM credential LEFT JOIN station ON station.number = credential.station
                    LEFT JOIN account ON account.id = credential.account
                    WHERE credential.id = \(id) AND account.suspended IS NULL
                    """, cached: true
            ).fetchOne(database).map(Credential.init)
        }
    }
}

extension Credential {
    fileprivate init(row: Row) {
        let station: String? = row["station"]
        let principal =
            if let station = station.flatMap(Station.ID.init(rawValue:)) {
                Principal.station(station)
            } else {
                Principal.account(Account.ID(rawValue: row["account"]))
            }
        self.init(
            id: row["id"], hash: row["hash"], principal: principal,
            scopes: (row["scopes"] as Int?).map(Scopes.init(rawValue:)) ?? .all,
            ends: (row["ends"] as Int64?).map { Date(stored: $0) }, roles: RoleRow.roles(in: row["roles"]))
    }
}

extension Account {
    fileprivate init(row: Row) {
        self.init(id: Account.ID(rawValue: row["id"]), name: row["name"])
    }
}
