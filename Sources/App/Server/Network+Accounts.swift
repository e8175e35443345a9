import API
import Authentication
import Delivery
package import Foundation
import Mail
package import Observations
package import People

/// What commands ask of accounts that nobody else asks.
package protocol CommandAccountStore: Sendable {
    /// Stores a credential of an existing account.
    func add(_ credential: Credential, at now: Date) async throws
    /// The roles of an account.
    func roles(of account: Account.ID) async throws -> Set<Role>
}

/// Account administration by command.
extension Network {
    /// Whether a text is a valid e-mail address.
    package static func isMailAddress(_ text: String) -> Bool { MailAddress(text) != nil }

    /// Opens an account with a token for all scopes.
    ///
    /// The operator vouches for the owner's consents.
    ///
    /// - Parameters:
    ///   - name: 1 to 60 characters. The rules for names apply only to people who open accounts themselves.
    ///   - address: The e-mail address. It is verified once the owner has followed a link mailed to it.
    ///   - now: The time of opening.
    /// - Returns: The token, which is never shown again.
    /// - Throws: `AccountRefusal` `nameTaken` or `addressTaken`.
    package func createAccount(named name: String, address: String?, at now: Date) async throws -> String {
        let consents = Consent.Purpose.ofService.map { Consent.Agreement(to: $0) }
        let account = try await logins.open(
            NewAccount(name: name, address: address, consents: consents, by: .command), at: now)
        let secret = Secret(for: .account(account.id))
        try await store.add(secret.credential, at: now)
        return secret.text
    }

    /// Returns the address at which an account's owner chooses a password.
    ///
    /// - Throws: `AccountRefusal.unknownAccount`.
    package func invite(_ name: String, at now: Date) async throws -> String {
        let service = SignInService(
            logins: logins, sessions: store, hasher: PasswordHasher(), mailing: nil, now: { now })
        let invitation = try await service.invitation(for: account(named: name).id, by: .command)
        return (publicAddress ?? .relative).passwordReset(with: invitation.secret)
    }

    /// Returns the account with a name.
    ///
    /// - Throws: `AccountRefusal.unknownAccount`.
    package func account(named name: String) async throws -> Account {
        guard let account = try await store.account(named: name) else {
            throw AccountRefusal.unknownAccount
        }
        return account
    }

    /// Grants a role to the account with a name.
    ///
    /// - Throws: `AccountRefusal` `unknownAccount` or `unknownStation`.
    package func grant(
        _ kind: Role.Kind, of station: Station.ID? = nil, to name: String, at now: Date
    ) async throws {
        guard let role = Role(kind, station: station) else { throw AccountRefusal.unknownStation }
        try await store.grant(role, to: account(named: name).id, by: .command, at: now)
    }

    /// Revokes a role from the account with a name.
    ///
    /// Returns `false` if the account does not have it.
    ///
    /// - Throws: `AccountRefusal` `unknownAccount` or `unknownStation`.
    package func revoke(
        _ kind: Role.Kind, of station: Station.ID? = nil, from name: String, at now: Date
    ) async throws -> Bool {
        guard let role = Role(kind, station: station) else { throw AccountRefusal.unknownStation }
        return try await store.revoke(role, from: account(named: name).id, by: .command, at: now)
    }
}
