import Authentication
import Delivery
package import Foundation
import Mail
package import Observations
package import People
import Storage

/// What the operator does about accounts by command.
extension Network {
    /// Whether a text is an e-mail address that mail can be sent to.
    package static func isMailAddress(_ text: String) -> Bool { MailAddress(text) != nil }

    /// Opens an account and gives it a token that is good for everything; whoever asks vouches for what its owner agrees to.
    ///
    /// - Parameters:
    ///   - name: 1 to 60 characters; the rule for names is for those who open accounts themselves.
    ///   - address: The e-mail address; it counts as theirs once they have followed a link that was mailed to it.
    ///   - now: When it is opened.
    /// - Returns: The token, which is shown now and never again.
    /// - Throws: `AccountRefusal` `nameTaken` or `addressTaken`.
    package func createAccount(named name: String, address: String?, at now: Date) async throws -> String {
        let consents = Consent.Purpose.ofService.map { Consent.Agreement(to: $0) }
        let account = try await logins.open(
            NewAccount(name: name, address: address, consents: consents, by: .command), at: now)
        let secret = Secret(for: .account(account.id))
        try await store.add(secret.credential, at: now)
        return secret.text
    }

    /// The address at which the owner of an account chooses a password.
    ///
    /// - Throws: `AccountRefusal.unknownAccount`.
    package func invite(_ name: String, at now: Date) async throws -> String {
        let desk = SignInService(
            logins: logins, sessions: store, hasher: PasswordHasher(), post: nil, now: { now })
        let token = try await desk.invitation(for: account(named: name).id)
        return (publicAddress ?? .relative).passwordReset(with: token)
    }

    /// The account with a name.
    ///
    /// - Throws: `AccountRefusal.unknownAccount`.
    package func account(named name: String) async throws -> Account {
        guard let account = try await store.account(named: name) else {
            throw AccountRefusal.unknownAccount
        }
        return account
    }

    /// Gives the account with a name a role.
    ///
    /// - Throws: `AccountRefusal` `unknownAccount` or `unknownStation`.
    package func grant(
        _ kind: Role.Kind, of station: Station.ID? = nil, to name: String, at now: Date
    ) async throws {
        guard let role = Role(kind, station: station) else { throw AccountRefusal.unknownStation }
        try await store.grant(role, to: account(named: name).id, at: now)
    }

    /// Takes a role from the account with a name; `false` when it has none such.
    ///
    /// - Throws: `AccountRefusal` `unknownAccount` or `unknownStation`.
    package func revoke(
        _ kind: Role.Kind, of station: Station.ID? = nil, from name: String, at now: Date
    ) async throws -> Bool {
        guard let role = Role(kind, station: station) else { throw AccountRefusal.unknownStation }
        return try await store.revoke(role, from: account(named: name).id, at: now)
    }
}
