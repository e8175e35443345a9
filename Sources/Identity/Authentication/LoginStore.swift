package import Allergens
package import Foundation
package import People

/// Where logins are kept; addresses are compared without regard to case.
///
/// What changes how to get in is noted for the owner in the same transaction: an entry of the audit log that cannot be
/// written undoes the change, and one that was written tells of what has happened.
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
    /// Counts a failure of names that stand for an account, if there is one, and of others that stand for none, and notes
    /// it in the audit log of the account.
    func noteFailure(
        of names: [String], and others: [String], account: Account.ID?, at now: Date
    ) async throws
    func noteSuccess(of names: [String], account: Account.ID?, at now: Date) async throws
    func portrait(of account: Account.ID) async throws -> Data?
    func set(portrait png: Data?, tag: String, of account: Account.ID) async throws
}

/// Where sessions and tokens are kept.
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
    /// Sends a mail; it was taken when this returns.
    ///
    /// - Returns: `false` when sending it again may help.
    func send(_ note: AccountNote, to address: String, in language: Language) async -> Bool
}
