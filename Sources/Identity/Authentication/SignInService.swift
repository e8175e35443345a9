import Addressing
package import Allergens
package import Foundation
package import People

/// Lets people in: accounts, passwords, sessions, and the links in mails that open them.
///
/// No answer tells whether an address has an account. What depends on that is done after the answer, by ``work()``; and
/// names that nobody has cost the same work as all others.
package final class SignInService: Sendable {
    let logins: any LoginStore
    let sessions: any SessionStore
    let hasher: PasswordHasher
    let errands: DeferredTasks
    let underWay = AttemptsUnderWay()
    let now: @Sendable () -> Date

    /// Creates the desk.
    ///
    /// - Parameters:
    ///   - logins: Where logins are kept.
    ///   - sessions: Where sessions are kept.
    ///   - hasher: What hashes passwords.
    ///   - post: What sends mail; `nil` when none can be sent.
    ///   - now: The present.
    package init(
        logins: any LoginStore, sessions: any SessionStore, hasher: PasswordHasher,
        post: (any AccountMailing)?,
        now: @escaping @Sendable () -> Date
    ) {
        self.logins = logins
        self.sessions = sessions
        self.hasher = hasher
        errands = DeferredTasks(post: post)
        self.now = now
    }

    /// Whether mail can be sent, and so accounts be opened and passwords be reset by mail.
    package var hasMail: Bool { errands.hasPost }

    /// Does what is left to do after answers, until ``close()``.
    package func work() async { await errands.work() }

    /// Takes no more errands; those that were taken are done.
    package func close() { errands.close() }

    package func login(of account: Account.ID) async throws -> Login? {
        try await logins.login(of: account)
    }

    /// The account that an identity is linked with.
    package func login(identity: ForeignIdentity) async throws -> Login? {
        try await logins.login(identity: identity)
    }

    /// The account with an address, without regard to case.
    package func login(address: String) async throws -> Login? {
        try await logins.login(address: address)
    }

    /// Opens an account; its name and birth were checked, and its password is a hash or missing.
    ///
    /// - Throws: ``AccountRefusal`` `nameTaken`, `addressTaken` or `identityTaken`.
    package func openAccount(_ new: NewAccount) async throws -> Account {
        let account = try await logins.open(new, at: now())
        if let language = new.language {
            var profile = try await sessions.profile(of: account.id)
            profile.language = language
            try await sessions.keep(profile, of: account.id, at: now())
        }
        return account
    }

    /// Signs somebody in who has shown who they are.
    package func openSession(
        for account: Account.ID, kind: Session.Kind, scopes: Scopes = .all, device: String,
        replacing former: Session.ID? = nil
    ) async throws -> OpenedSession {
        let now = now()
        // The public part is new, too: nobody can have fixed it beforehand.
        let secret = SecretText(.session)
        let session = Session(
            id: Session.ID(rawValue: secret.id), account: account, kind: kind, scopes: scopes,
            device: String(device.prefix(Session.deviceLength)), created: now, lastUsed: now,
            ends: now.addingTimeInterval(Session.idle))
        let stored = StoredSession(
            session: session, hash: secret.hash, renewed: now, seed: SecretText.random(32))
        try await sessions.add(stored)
        if let former { _ = try await sessions.end(former, of: account, at: now) }
        return OpenedSession(
            session: session, secret: secret.text, forgeryToken: Authenticator.forgeryToken(of: stored))
    }

    /// The sessions of an account, the last used first.
    package func sessions(of account: Account.ID) async throws -> [Session] {
        try await sessions.sessions(of: account, at: now())
    }

    /// Ends a session of an account; `false` when it has no such session.
    package func endSession(_ id: Session.ID, of account: Account.ID) async throws -> Bool {
        try await sessions.end(id, of: account, at: now())
    }

    /// Ends all sessions of an account but one.
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

    /// Makes a token.
    ///
    /// - Returns: Its public part, and the token, which is shown now and never again.
    /// - Throws: ``AccountRefusal/tooManyTokens(limit:)``.
    package func makeToken(
        for account: Account.ID, scopes: Scopes, label: String?, ends: Date?
    ) async throws -> (id: String, secret: String) {
        let secret = Secret(for: .account(account), scopes: scopes, ends: ends)
        try await sessions.addToken(secret.credential, label: label, at: now())
        return (secret.credential.id, secret.text)
    }

    /// Ends a token at once; `false` when the account has no such token.
    package func endToken(_ id: String, of account: Account.ID) async throws -> Bool {
        try await sessions.endToken(id, of: account, at: now())
    }
}

/// What an owner says of themselves.
extension SignInService {
    /// Changes the name, the birth or the picture; `nil` changes nothing.
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

    /// Gives an account a picture of its own as PNG, or takes every picture away when it is `nil`.
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

    /// Parts an account from a provider; `false` when they are not linked.
    ///
    /// - Throws: ``AccountRefusal/lastWayIn``.
    package func unlink(_ provider: String, from account: Account.ID) async throws -> Bool {
        try await logins.unlink(provider, from: account, at: now())
    }
}
