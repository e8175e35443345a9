import Addressing
package import Allergens
package import Foundation
package import People

/// Manages accounts, passwords, sessions and the links in mails.
///
/// No response reveals whether an address has an account. Work that depends on it runs after the response, in
/// ``work()``. Unknown names cost the same work as known ones.
package final class SignInService: Sendable {
    let logins: any LoginStore
    let sessions: any SessionStore
    let hasher: PasswordHasher
    let deferredTasks: DeferredTasks
    let underWay = AttemptsUnderWay()
    let now: @Sendable () -> Date

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - logins: Stores logins.
    ///   - sessions: Stores sessions.
    ///   - hasher: Hashes passwords.
    ///   - mailing: Sends mail; `nil` if no mail can be sent.
    ///   - now: Returns the current time.
    package init(
        logins: any LoginStore, sessions: any SessionStore, hasher: PasswordHasher,
        mailing: (any AccountMailing)?,
        now: @escaping @Sendable () -> Date
    ) {
        self.logins = logins
        self.sessions = sessions
        self.hasher = hasher
        deferredTasks = DeferredTasks(mailing: mailing)
        self.now = now
    }

    /// Whether mail can be sent.
    ///
    /// Without it, nobody can open an account or reset a password by mail.
    package var hasMail: Bool { deferredTasks.canMail }

    /// Runs deferred tasks until ``close()``.
    package func work() async { await deferredTasks.work() }

    /// Accepts no more deferred tasks.
    ///
    /// Those already accepted still run.
    package func close() { deferredTasks.close() }

    /// Returns the login of an account, if it has one.
    package func login(of account: Account.ID) async throws -> Login? {
        try await logins.login(of: account)
    }

    /// Returns the login linked with a provider's identity.
    package func login(identity: ForeignIdentity) async throws -> Login? {
        try await logins.login(identity: identity)
    }

    /// Returns the login with an address, without regard to case.
    package func login(address: String) async throws -> Login? {
        try await logins.login(address: address)
    }

    /// Opens an account.
    ///
    /// Its name and birth were already checked, and its password is a hash or missing.
    ///
    /// - Throws: ``AccountRefusal`` `nameTaken`, `addressTaken` or `identityTaken`.
    package func openAccount(_ new: NewAccount) async throws -> Account {
        let account = try await logins.open(new, at: now())
        guard new.language != nil || new.timeZone != nil else { return account }
        var profile = try await sessions.profile(of: account.id)
        profile.language = new.language ?? profile.language
        profile.timeZone = new.timeZone ?? profile.timeZone
        try await sessions.keep(profile, of: account.id, at: now())
        return account
    }

    /// Opens a session for an account whose owner is authenticated.
    ///
    /// `former` is the session that the browser has shown with its secret. It ends even if it is another
    /// person's: who signs in on a shared machine leaves nobody else signed in behind them.
    package func openSession(
        for account: Account.ID, kind: Session.Kind, scopes: Scopes = .all, device: String,
        replacing former: Session.ID? = nil
    ) async throws -> OpenedSession {
        let now = now()
        // The public part is new as well, which prevents session fixation.
        let secret = SecretText(.session)
        let session = Session(
            id: Session.ID(rawValue: secret.id), account: account, kind: kind, scopes: scopes,
            device: String(device.prefix(Session.deviceLength)), created: now, lastUsed: now,
            ends: now.addingTimeInterval(Session.idle))
        let stored = StoredSession(
            session: session, hash: secret.hash, renewed: now, seed: SecretText.random(32))
        try await sessions.add(stored)
        if let former { try await sessions.end(former, at: now) }
        return OpenedSession(
            session: session, secret: secret.text, forgeryToken: Authenticator.forgeryToken(of: stored))
    }

    /// Returns the sessions of an account, most recently used first.
    package func sessions(of account: Account.ID) async throws -> [Session] {
        try await sessions.sessions(of: account, at: now())
    }

    /// Ends a session of an account.
    ///
    /// Returns `false` if the account has no such session.
    package func endSession(_ id: Session.ID, of account: Account.ID) async throws -> Bool {
        try await sessions.end(id, of: account, at: now())
    }

    /// Ends all sessions of an account, except for one if `spared` names it.
    @discardableResult
    package func endSessions(of account: Account.ID, sparing spared: Session.ID? = nil) async throws -> Int {
        try await sessions.endSessions(of: account, sparing: spared, at: now())
    }
}

/// Tokens for programs.
extension SignInService {
    package func tokens(of account: Account.ID) async throws -> [AccountToken] {
        try await sessions.tokens(of: account, at: now())
    }

    /// Creates a token.
    ///
    /// - Returns: The public part, and the token itself, which is never shown again.
    /// - Throws: ``AccountRefusal/tooManyTokens(limit:)``.
    package func makeToken(
        for account: Account.ID, scopes: Scopes, label: String?, ends: Date?
    ) async throws -> (id: String, secret: String) {
        let secret = Secret(for: .account(account), scopes: scopes, ends: ends)
        try await sessions.addToken(secret.credential, label: label, at: now())
        return (secret.credential.id, secret.text)
    }

    /// Revokes a token at once.
    ///
    /// Returns `false` if the account has no such token.
    package func endToken(_ id: String, of account: Account.ID) async throws -> Bool {
        try await sessions.endToken(id, of: account, at: now())
    }
}

/// The owner's own details.
extension SignInService {
    /// Changes the name, the birth or the picture.
    ///
    /// `nil` leaves a value unchanged.
    ///
    /// - Throws: ``AccountRefusal/nameTaken``.
    package func change(
        _ account: Account.ID, name: String?, birth: CivilDate?, picture: String?
    ) async throws {
        try await logins.change(account, name: name, birth: birth, picture: picture)
    }

    package func portrait(of account: Account.ID) async throws -> Data? {
        try await logins.portrait(of: account)
    }

    /// Sets an account's own picture as PNG.
    ///
    /// `nil` removes every picture.
    package func set(portrait png: Data?, of account: Account.ID) async throws {
        let tag = png.map { SecretText.hash(of: $0.base64EncodedString()).prefix(8) } ?? Data()
        try await logins.set(portrait: png, tag: Base64URL.text(of: tag), of: account)
    }

    package func identities(of account: Account.ID) async throws -> [LinkedIdentity] {
        try await logins.identities(of: account)
    }

    /// Links an account with an identity.
    ///
    /// - Throws: ``AccountRefusal/identityTaken``.
    package func link(_ identity: ForeignIdentity, with account: Account.ID) async throws {
        try await logins.link(identity, with: account, at: now())
    }

    /// Unlinks an account from a provider.
    ///
    /// Returns `false` if they are not linked.
    ///
    /// - Throws: ``AccountRefusal/lastWayIn``.
    package func unlink(_ provider: String, from account: Account.ID) async throws -> Bool {
        try await logins.unlink(provider, from: account, at: now())
    }
}
