package import Allergens
package import Foundation
package import People

/// Stores logins.
///
/// Addresses are compared without regard to case.
///
/// Each change to the ways of signing in writes an audit entry for the owner in the same transaction. If the
/// entry cannot be written, the change is rolled back. Every entry therefore describes a change that took
/// place.
package protocol LoginStore: Sendable {
    func login(of account: Account.ID) async throws -> Login?
    func login(named name: String) async throws -> Login?
    func login(address: String) async throws -> Login?
    func login(identity: ForeignIdentity) async throws -> Login?
    func open(_ new: NewAccount, at now: Date) async throws -> Account
    func set(address: String, isVerified: Bool, of account: Account.ID, at now: Date) async throws
    func noteVerified(_ account: Account.ID, at now: Date) async throws
    func change(_ account: Account.ID, name: String?, birth: CivilDate?, picture: String?) async throws
    func set(
        password hash: String, of account: Account.ID, sparing spared: Session.ID?, byLink isByLink: Bool,
        at now: Date
    ) async throws
    func renew(password former: String, to hash: String, of account: Account.ID) async throws
    func link(_ identity: ForeignIdentity, with account: Account.ID, at now: Date) async throws
    func identities(of account: Account.ID) async throws -> [LinkedIdentity]
    func unlink(_ provider: String, from account: Account.ID, at now: Date) async throws -> Bool
    func add(_ link: OneTimeLink, by actor: AuditEntry.Actor, at now: Date) async throws
    func link(_ id: String, at now: Date) async throws -> OneTimeLink?
    func use(_ id: String) async throws -> Bool
    func signInRecords(of names: [String]) async throws -> [String: SignInRecord]
    /// Counts a failed sign-in and writes it to the account's audit log, if there is an account.
    ///
    /// `names` are keys that refer to an account. `others` refer to none.
    func noteFailure(
        of names: [String], and others: [String], account: Account.ID?, at now: Date
    ) async throws
    func noteSuccess(of names: [String], account: Account.ID?, at now: Date) async throws
    func portrait(of account: Account.ID) async throws -> Data?
    func set(portrait png: Data?, tag: String, of account: Account.ID) async throws
}

/// Stores sessions and tokens.
package protocol SessionStore: Sendable {
    func add(_ stored: StoredSession) async throws
    func sessions(of account: Account.ID, at now: Date) async throws -> [Session]
    func end(_ id: Session.ID, of account: Account.ID, at now: Date) async throws -> Bool
    @discardableResult
    func endSessions(of account: Account.ID, sparing spared: Session.ID?, at now: Date) async throws -> Int
    func addToken(_ credential: Credential, label: String?, at now: Date) async throws
    func tokens(of account: Account.ID, at now: Date) async throws -> [AccountToken]
    func endToken(_ id: String, of account: Account.ID, at now: Date) async throws -> Bool
    func profile(of account: Account.ID) async throws -> Profile
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws
}

/// Sends mail about accounts.
package protocol AccountMailing: Sendable {
    /// Sends a mail.
    ///
    /// When this returns `true`, the gateway has accepted it.
    ///
    /// - Returns: `false` if a retry may help.
    func send(_ note: AccountNote, to address: String, in language: Language) async -> Bool
}
