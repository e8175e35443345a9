import Allergens
import Foundation
package import People
import Sealing

/// Logins and everything else that signing in needs: the part of the store in which addresses are sealed.
package struct RowLoginStore: Sendable {
    let store: any RowStore
    var ring: KeyRing { store.keys }

    /// Opens the logins of a store.
    package init(store: any RowStore) { self.store = store }

    static let address = SealedField("login", "address")
    static let birth = SealedField("login", "birth")
    static let picture = SealedField("portrait", "png")
    static let subject = SealedField("identity", "subject")
    static let content = SealedField("oneTimeLink", "content")
    static let who = SealedField("signInRecord", "who")

    /// The form in which an address is looked up.
    ///
    /// Some mailboxes distinguish upper and lower case, but no two people share an address that differs only
    /// in case.
    static func normal(_ address: String) -> String { address.lowercased() }
}

extension RowLoginStore {
    /// The login of an account; `nil` when the account does not exist.
    package func login(of account: Account.ID) async throws -> Login? {
        try await store.glanceRows { try login(of: account.rawValue, by: $0) }
    }

    /// The login of the account with a name, ignoring case.
    package func login(named name: String) async throws -> Login? {
        try await store.readRows { runner in
            let account = try runner.value(
                "SELECT id FROM account WHERE \(AccountName.column) = \(AccountName.folded(name))",
                as: Int64.self)
            return try account.flatMap { try login(of: $0, by: runner) }
        }
    }

    /// The login with an e-mail address, ignoring case.
    package func login(address: String) async throws -> Login? {
        try await store.readRows { runner in
            try owner(of: address, by: runner).flatMap { try login(of: $0, by: runner) }
        }
    }

    /// The login that an identity is linked with.
    package func login(identity: ForeignIdentity) async throws -> Login? {
        try await store.readRows { runner in
            try owner(of: identity, by: runner).flatMap { try login(of: $0, by: runner) }
        }
    }

    /// The account that an address belongs to.
    ///
    /// Its row may be hashed under any key of the ring.
    func owner(of address: String, by runner: any QueryRunner) throws -> Int64? {
        for index in try ring.indices(of: Self.normal(address), field: Self.address) {
            let found = try runner.value(
                "SELECT account FROM login WHERE addressIndex = \(index)", as: Int64.self)
            if let found { return found }
        }
        return nil
    }

    func owner(of identity: ForeignIdentity, by runner: any QueryRunner) throws -> Int64? {
        for index in try ring.indices(of: identity.subject, field: Self.subject) {
            let found = try runner.value(
                """
                SELECT account FROM identity
                WHERE provider = \(identity.provider) AND subjectIndex = \(index)
                """, as: Int64.self)
            if let found { return found }
        }
        return nil
    }

    func login(of account: Int64, by runner: any QueryRunner) throws -> Login? {
        let row = try runner.row(
            """
            SELECT account.id, account.name, account.suspended, login.address, login.verified,
                login.password, login.birth, login.picture, portrait.tag,
                \(sql: RoleRow.list(of: "account.id")) AS roles
            FROM account LEFT JOIN login ON login.account = account.id
            LEFT JOIN portrait ON portrait.account = account.id
            WHERE account.id = \(account)
            """)
        return try row.map { row in
            let own = (try row["tag"] as String?).map { PictureChoice.own(tag: $0) }
            let drawn = (try row["picture"] as String?).map { PictureChoice.drawn($0) }
            return Login(
                account: Account(id: Account.ID(rawValue: try row["id"]), name: try row["name"]),
                address: try (row["address"] as Data?).map {
                    String(
                        decoding: try ring.open($0, field: Self.address, of: .number(account)), as: UTF8.self)
                },
                verified: (try row["verified"] as Int64?).map(Date.init(stored:)),
                password: try row["password"],
                birth: try (row["birth"] as Data?).flatMap {
                    CivilDate(
                        String(
                            decoding: try ring.open($0, field: Self.birth, of: .number(account)),
                            as: UTF8.self))
                },
                picture: own ?? drawn,
                suspended: (try row["suspended"] as Int64?).map(Date.init(stored:)),
                roles: RoleRow.roles(in: try row["roles"]))
        }
    }
}

/// Roles in one column of another row, so that one look-up identifies the caller.
enum RoleRow {
    /// An expression for the roles of the account that another expression names: text without spaces,
    /// separated by `,`.
    static func list(of account: String) -> String {
        """
        (SELECT group_concat(role || coalesce(':' || station.id, ''), ',')
            FROM accountRole LEFT JOIN station ON station.number = accountRole.station
            WHERE accountRole.account = \(account))
        """
    }

    static func roles(in text: String?) -> Set<Role> {
        Set((text ?? "").split(separator: ",").compactMap { Role($0) })
    }
}
