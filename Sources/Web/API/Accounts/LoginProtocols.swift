package import Allergens
package import Foundation
package import People

/// Signs people up and in, and manages their logins; refuses with `AccountRefusal`.
///
/// No response reveals whether an e-mail address has an account.
package protocol SigningIn: Sendable {
    /// Whether a text is a valid e-mail address.
    func isAddress(_ text: String) -> Bool
    /// Requests an account; an e-mail has the next step.
    func signUp(_ new: NewAccount, password: String) async throws
    /// Follows a link that opens an account or changes an address; a link works once.
    func follow(_ token: String, name: String?) async throws -> FollowedLink
    /// The address that such a link would confirm; the link still works afterwards.
    func address(confirmedBy token: String) async throws -> String
    func signIn(_ attempt: SignInAttempt) async throws -> OpenedSession
    /// Signs in somebody whose identity was verified in another way.
    func openSession(
        for account: Account.ID, kind: Session.Kind, scopes: Scopes, device: String,
        replacing former: Session.ID?
    ) async throws -> OpenedSession
    /// Opens an account whose owner's identity was verified in another way.
    func openAccount(_ new: NewAccount) async throws -> Account
    /// A link with which the owner of an account that others opened chooses a first password.
    func invitation(for account: Account.ID, by actor: AuditEntry.Actor) async throws -> AccountInvitation
    func login(of account: Account.ID) async throws -> Login?
    func login(identity: ForeignIdentity) async throws -> Login?
    func login(address: String) async throws -> Login?
    func change(_ account: Account.ID, name: String?, birth: CivilDate?, picture: String?) async throws
    func changePassword(
        of account: Account.ID, from old: String, to new: String, origin: String, sparing spared: Session.ID?
    ) async throws
    func askChange(of account: Account.ID, to address: String, password: String, origin: String) async throws
    func askReset(address: String) throws
    func reset(_ token: String, to password: String, origin: String) async throws
    func sessions(of account: Account.ID) async throws -> [Session]
    func endSession(_ id: Session.ID, of account: Account.ID) async throws -> Bool
    @discardableResult
    func endSessions(of account: Account.ID, sparing spared: Session.ID?) async throws -> Int
    func tokens(of account: Account.ID) async throws -> [AccountToken]
    func makeToken(
        for account: Account.ID, scopes: Scopes, label: String?, ends: Date?
    ) async throws -> (id: String, secret: String)
    func endToken(_ id: String, of account: Account.ID) async throws -> Bool
    func identities(of account: Account.ID) async throws -> [LinkedIdentity]
    func link(_ identity: ForeignIdentity, with account: Account.ID) async throws
    func unlink(_ provider: String, from account: Account.ID) async throws -> Bool
    /// A small PNG drawn from the pixels of an uploaded picture.
    func portrait(from file: Data) async throws -> Data
    func portrait(of account: Account.ID) async throws -> Data?
    func set(portrait png: Data?, of account: Account.ID) async throws
}

/// The accounts, as their owners and administrators see them.
package protocol AccountStore: Sendable {
    func account(_ id: Account.ID) async throws -> Account?
    func account(named name: String) async throws -> Account?
    func accounts(
        beginning prefix: String, having role: Role.Kind?, after last: String?, limit: Int
    ) async throws -> [AccountEntry]
    /// How many accounts have each role.
    func roleCounts() async throws -> [Role.Kind: Int]
    func grant(_ role: Role, to account: Account.ID, by actor: AuditEntry.Actor, at now: Date) async throws
    func revoke(
        _ role: Role, from account: Account.ID, by actor: AuditEntry.Actor, at now: Date
    ) async throws -> Bool
    /// Renames an account for its owner.
    func rename(
        _ account: Account.ID, to name: String, by actor: AuditEntry.Actor, at now: Date
    ) async throws
    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, by actor: AuditEntry.Actor, at now: Date
    ) async throws
}
