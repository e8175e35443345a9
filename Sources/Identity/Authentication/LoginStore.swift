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
    /// Opens an account with its consents.
    func open(_ new: NewAccount, at now: Date) async throws -> Account
    /// Sets an account's address and ends its links, which may be in others' hands.
    func set(address: String, isVerified: Bool, of account: Account.ID, at now: Date) async throws
    /// Records that the owner has proved ownership of the account's address.
    func noteVerified(_ account: Account.ID, at now: Date) async throws
    /// Changes the given details.
    ///
    /// `nil` leaves a value unchanged.
    func change(_ account: Account.ID, name: String?, birth: CivilDate?, picture: String?) async throws
    /// Sets a password, and ends all links and all sessions except for one.
    func set(
        password hash: String, of account: Account.ID, sparing spared: Session.ID?, byLink isByLink: Bool,
        at now: Date
    ) async throws
    /// Replaces a password's hash, unless the password has changed meanwhile.
    func renew(password former: String, to hash: String, of account: Account.ID) async throws
    func link(_ identity: ForeignIdentity, with account: Account.ID, at now: Date) async throws
    func identities(of account: Account.ID) async throws -> [LinkedIdentity]
    /// Unlinks an account from a provider.
    ///
    /// Returns `false` if they are not linked.
    func unlink(_ provider: String, from account: Account.ID, at now: Date) async throws -> Bool
    /// Stores a link that works once.
    func add(_ link: OneTimeLink, by actor: AuditEntry.Actor, at now: Date) async throws
    /// The link with a public part, unless it has expired.
    func link(_ id: String, at now: Date) async throws -> OneTimeLink?
    /// Removes a link.
    ///
    /// Of several concurrent callers, only one receives `true`.
    func use(_ id: String) async throws -> Bool
    /// The records of the given keys.
    ///
    /// Unknown keys are missing.
    func signInRecords(of names: [String]) async throws -> [String: SignInRecord]
    /// Counts a failed sign-in and writes it to the account's audit log, if there is an account.
    ///
    /// `names` are keys of that account alone, and their counts are deleted with it. `others` are not, such as an
    /// address from which many accounts are tried.
    func noteFailure(
        of names: [String], and others: [String], account: Account.ID?, at now: Date
    ) async throws
    /// Records a successful sign-in and clears the failures of the given keys.
    func noteSuccess(of names: [String], account: Account.ID?, at now: Date) async throws
    func portrait(of account: Account.ID) async throws -> Data?
    /// Sets an account's own picture.
    ///
    /// `nil` removes every picture.
    func set(portrait png: Data?, tag: String, of account: Account.ID) async throws
}

/// Stores sessions and tokens.
package protocol SessionStore: Sendable {
    /// Stores a new session and ends the least recently used ones beyond the limit.
    func add(_ stored: StoredSession) async throws
    /// The active sessions of an account, most recently used first.
    func sessions(of account: Account.ID, at now: Date) async throws -> [Session]
    /// Ends a session.
    ///
    /// Returns `false` if the account has no such session.
    func end(_ id: Session.ID, of account: Account.ID, at now: Date) async throws -> Bool
    /// Ends a session whose secret the caller has shown, whosever it is.
    func end(_ id: Session.ID, at now: Date) async throws
    @discardableResult
    func endSessions(of account: Account.ID, sparing spared: Session.ID?, at now: Date) async throws -> Int
    func addToken(_ credential: Credential, label: String?, at now: Date) async throws
    func tokens(of account: Account.ID, at now: Date) async throws -> [AccountToken]
    /// Revokes a token.
    ///
    /// Returns `false` if the account has no such token.
    func endToken(_ id: String, of account: Account.ID, at now: Date) async throws -> Bool
    func profile(of account: Account.ID) async throws -> Profile
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws
}

/// Sends mail about accounts.
package protocol AccountMailing: Sendable {
    /// Sends a mail.
    ///
    /// - Returns: `false` if a retry may help; `true` if the gateway has accepted the mail or never will.
    func send(_ note: AccountNote, to address: String, in language: Language) async -> Bool
}
