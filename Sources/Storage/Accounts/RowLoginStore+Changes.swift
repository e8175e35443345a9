package import Allergens
package import Foundation
package import People
import Sealing

extension RowLoginStore {
    /// Opens an account, with the consents that its owner gives.
    ///
    /// - Throws: ``AccountRefusal`` `nameTaken`, `addressTaken` or `identityTaken`; then nothing has changed.
    package func open(_ new: NewAccount, at now: Date) async throws -> Account {
        try await store.writeRows(locking: .logins) { runner in
            if let address = new.address, try owner(of: address, by: runner) != nil {
                throw AccountRefusal.addressTaken
            }
            let account = try runner.value(
                """
                INSERT INTO account (name, created) VALUES (\(new.name), \(now.stored))
                ON CONFLICT DO NOTHING
                RETURNING id
                """, as: Int64.self)
            guard let account else { throw AccountRefusal.nameTaken }
            try fill(account, with: new, at: now, by: runner)
            return Account(id: Account.ID(rawValue: account), name: new.name)
        }
    }

    private func fill(
        _ account: Int64, with new: NewAccount, at now: Date, by runner: any QueryRunner
    ) throws {
        let verified = new.isVerified ? now.stored : nil
        try runner.run(
            """
            INSERT INTO login (account, verified, password)
            VALUES (\(account), \(verified), \(new.password))
            """)
        if let address = new.address { try set(address, of: account, by: runner) }
        if let birth = new.birth { try set(birth, of: account, by: runner) }
        if let identity = new.identity { try link(identity, with: account, at: now, by: runner) }
        for agreement in new.consents {
            try runner.give(agreement, of: Account.ID(rawValue: account), by: new.source, at: now)
        }
        if new.opener == .administrator { try runner.note(.opened, of: account, by: new.opener, at: now) }
    }

    private func set(_ address: String, of account: Int64, by runner: any QueryRunner) throws {
        let sealed = try ring.seal(Data(address.utf8), field: Self.address, of: .number(account))
        let index = try ring.index(of: Self.normal(address), field: Self.address)
        try runner.run(
            "UPDATE login SET address = \(sealed), addressIndex = \(index) WHERE account = \(account)")
    }

    private func set(_ birth: CivilDate?, of account: Int64, by runner: any QueryRunner) throws {
        let sealed = try birth.map {
            try ring.seal(Data($0.description.utf8), field: Self.birth, of: .number(account))
        }
        try runner.run("UPDATE login SET birth = \(sealed) WHERE account = \(account)")
    }

    private func link(
        _ identity: ForeignIdentity, with account: Int64, at now: Date, by runner: any QueryRunner
    ) throws {
        if let owner = try owner(of: identity, by: runner) {
            guard owner == account else { throw AccountRefusal.identityTaken }
            return
        }
        let sealed = try ring.seal(
            Data(identity.subject.utf8), field: Self.subject, of: .text("\(identity.provider) \(account)"))
        try runner.run(
            """
            INSERT INTO identity (provider, subjectIndex, account, subject, created)
            VALUES (\(identity.provider), \(try ring.index(of: identity.subject, field: Self.subject)),
                \(account), \(sealed), \(now.stored))
            ON CONFLICT (account, provider) DO UPDATE SET
                subjectIndex = excluded.subjectIndex, subject = excluded.subject, created = excluded.created
            """)
    }

    /// Makes sure that an existing account has a login.
    private static func ensureLogin(of account: Int64, by runner: any QueryRunner) throws {
        let isThere = try runner.value(
            "SELECT EXISTS (SELECT 1 FROM account WHERE id = \(account))", as: Bool.self)
        guard isThere == true else { throw AccountRefusal.unknownAccount }
        try runner.run("INSERT INTO login (account) VALUES (\(account)) ON CONFLICT (account) DO NOTHING")
    }

    /// Sets the address of an account, and whether the owner has proved that it is theirs.
    ///
    /// - Throws: ``AccountRefusal`` `addressTaken` or `unknownAccount`; then nothing has changed.
    package func set(
        address: String, isVerified: Bool, of account: Account.ID, at now: Date
    ) async throws {
        try await store.writeRows(locking: .logins) { runner in
            let account = account.rawValue
            try Self.ensureLogin(of: account, by: runner)
            if let owner = try owner(of: address, by: runner), owner != account {
                throw AccountRefusal.addressTaken
            }
            try set(address, of: account, by: runner)
            let verified = isVerified ? now.stored : nil
            try runner.run("UPDATE login SET verified = \(verified) WHERE account = \(account)")
            // Links sent to the former address may be in somebody else's hands.
            try runner.run("DELETE FROM oneTimeLink WHERE account = \(account)")
            try runner.note(.addressChanged, of: account, at: now)
        }
    }

    /// Notes that the owner of an account has proved that its address is theirs.
    package func noteVerified(_ account: Account.ID, at now: Date) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                UPDATE login SET verified = coalesce(verified, \(now.stored))
                WHERE account = \(account.rawValue) AND address IS NOT NULL
                """)
        }
    }

    /// Changes what an owner may change about an account.
    ///
    /// `nil` changes nothing.
    ///
    /// - Throws: ``AccountRefusal`` `nameTaken` or `unknownAccount`; then nothing has changed.
    package func change(
        _ account: Account.ID, name: String?, birth: CivilDate?, picture: String?
    ) async throws {
        try await store.writeRows(locking: .logins) { runner in
            let account = account.rawValue
            try Self.ensureLogin(of: account, by: runner)
            if let name {
                let count = try runner.run(
                    """
                    UPDATE account SET name = \(name)
                    WHERE id = \(account)
                        AND NOT EXISTS (
                            SELECT 1 FROM account
                            WHERE \(AccountName.column) = \(AccountName.folded(name)) AND id <> \(account))
                    """)
                guard count == 1 else { throw AccountRefusal.nameTaken }
            }
            if let birth { try set(birth, of: account, by: runner) }
            guard let picture else { return }
            try runner.run("UPDATE login SET picture = \(picture) WHERE account = \(account)")
            try runner.run("DELETE FROM portrait WHERE account = \(account)")
        }
    }

    /// Sets a new password for an account and ends its sessions and links.
    ///
    /// - Parameters:
    ///   - hash: The hash of the password in PHC form.
    ///   - account: The account.
    ///   - spared: The session that goes on.
    ///   - isByLink: Whether it was set through a link, and not by somebody who knew the former password.
    ///   - now: When.
    /// - Throws: ``AccountRefusal/unknownAccount``.
    package func set(
        password hash: String, of account: Account.ID, sparing spared: Session.ID?, byLink isByLink: Bool,
        at now: Date
    ) async throws {
        try await store.writeRows(locking: .account(account)) { runner in
            try Self.ensureLogin(of: account.rawValue, by: runner)
            try runner.note(
                .passwordChanged, of: account.rawValue, object: isByLink ? "link" : nil, at: now)
            try runner.run("UPDATE login SET password = \(hash) WHERE account = \(account.rawValue)")
            let others: Query = "account = \(account.rawValue) AND id <> \(spared?.rawValue ?? "")"
            try runner.noteEnd(ofSessions: others, at: now)
            try runner.run("DELETE FROM session WHERE \(others)")
            try runner.run("DELETE FROM oneTimeLink WHERE account = \(account.rawValue)")
        }
    }

    /// Replaces the hash of a password, unless the password has changed in the meantime.
    package func renew(password former: String, to hash: String, of account: Account.ID) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                UPDATE login SET password = \(hash)
                WHERE account = \(account.rawValue) AND password = \(former)
                """)
        }
    }

    /// Links an account with an identity, and replaces an earlier identity from the same provider.
    ///
    /// - Throws: ``AccountRefusal`` `identityTaken` or `unknownAccount`; then nothing has changed.
    package func link(_ identity: ForeignIdentity, with account: Account.ID, at now: Date) async throws {
        try await store.writeRows(locking: .logins) { runner in
            try Self.ensureLogin(of: account.rawValue, by: runner)
            try link(identity, with: account.rawValue, at: now, by: runner)
            try runner.note(
                .identityLinked, of: account.rawValue, object: identity.provider, at: now)
        }
    }

    /// The identities that an account is linked with, by provider.
    package func identities(of account: Account.ID) async throws -> [LinkedIdentity] {
        try await store.readRows { runner in
            try runner.rows(
                """
                SELECT provider, created FROM identity WHERE account = \(account.rawValue)
                ORDER BY provider
                """
            ).map {
                LinkedIdentity(provider: try $0["provider"], created: Date(stored: try $0["created"]))
            }
        }
    }

    /// Unlinks an account from a provider.
    ///
    /// - Returns: `false` when they are not linked.
    /// - Throws: ``AccountRefusal/lastWayIn`` when there is neither a password nor another identity.
    package func unlink(_ provider: String, from account: Account.ID, at now: Date) async throws -> Bool {
        try await store.writeRows(locking: .account(account)) { runner in
            let count = try runner.run(
                """
                DELETE FROM identity WHERE account = \(account.rawValue) AND provider = \(provider)
                """)
            guard count == 1 else { return false }
            let hasOther = try runner.value(
                """
                SELECT EXISTS (SELECT 1 FROM identity WHERE account = \(account.rawValue))
                    OR EXISTS (SELECT 1 FROM login
                        WHERE account = \(account.rawValue) AND password IS NOT NULL)
                """, as: Bool.self)
            guard hasOther == true else { throw AccountRefusal.lastWayIn }
            try runner.note(
                .identityRemoved, of: account.rawValue, object: provider, at: now)
            return true
        }
    }
}
