import Addressing
import Crypto
package import Foundation
package import People

/// Stores credentials and sessions.
package protocol CredentialStore: Sendable {
    /// The credential with a public part, if there is one.
    func credential(_ id: String) async throws -> Credential?
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool
    /// The session with a public part, unless its account is suspended.
    func session(_ id: String) async throws -> StoredSession?
    /// Replaces a session's secret.
    ///
    /// Returns `false` if it has been replaced already or the session is gone.
    func renew(_ id: Session.ID, from former: Data, to hash: Data, at now: Date) async throws -> Bool
}

/// Identifies the sender of a request.
package struct Authenticator: Sendable {
    private let store: any CredentialStore
    private let uses: CredentialUses
    private let visits: CredentialUses
    private let now: @Sendable () -> Date

    /// Creates an authenticator that looks credentials up in a store.
    ///
    /// - Parameters:
    ///   - store: Holds the credentials.
    ///   - uses: Records when station keys are used.
    ///   - visits: Records when account sessions and tokens are used.
    ///   - now: Returns the current time.
    package init(
        store: any CredentialStore, uses: CredentialUses = CredentialUses(),
        visits: CredentialUses = CredentialUses(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.uses = uses
        self.visits = visits
        self.now = now
    }

    /// Returns the visitor that a bearer secret identifies, or `nil` if it is not valid.
    ///
    /// Hashes are compared in constant time. Nothing is cached between requests, so a revoked secret is
    /// refused at once.
    package func visitor(bearing text: String) async throws -> Visitor? {
        guard let secret = SecretText(text) else { return nil }
        switch secret.kind {
        case .account, .station: return try await owner(of: secret)
        case .session: return try await guest(with: secret, kind: .token)
        case .link: return nil
        }
    }

    /// Whether an account has consented to a purpose.
    package func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try await store.hasConsent(to: purpose, of: account)
    }

    /// Returns the owner of a bearer secret, or `nil` if it is not valid.
    package func principal(bearing text: String) async throws -> Principal? {
        try await visitor(bearing: text)?.principal
    }

    /// Returns the visitor that a session cookie identifies, or `nil` if it is not valid.
    package func visitor(showingCookie text: String) async throws -> Visitor? {
        guard let secret = SecretText(text), secret.kind == .session else { return nil }
        return try await guest(with: secret, kind: .cookie)
    }

    private func owner(of secret: SecretText) async throws -> Visitor? {
        guard let credential = try await store.credential(secret.id), secret.opens(credential.hash)
        else { return nil }
        let now = now()
        if let ends = credential.ends, ends <= now { return nil }
        switch credential.principal {
        case .station where secret.kind == .station: uses.note(secret.id, at: now)
        case .account where secret.kind == .account: visits.note(secret.id, at: now)
        default: return nil
        }
        return Visitor(
            principal: credential.principal, credential: secret.id, scopes: credential.scopes,
            roles: credential.roles, ends: credential.ends)
    }

    private func guest(with secret: SecretText, kind: Session.Kind) async throws -> Visitor? {
        let now = now()
        guard let stored = try await store.session(secret.id), stored.session.kind == kind,
            stored.session.ends > now, Self.opens(secret, stored, at: now)
        else { return nil }
        let session = stored.session
        visits.note(secret.id, at: now)
        return Visitor(
            principal: .account(session.account), credential: secret.id, scopes: session.scopes,
            roles: stored.roles, ends: session.ends, session: session.id,
            forgeryToken: kind == .cookie ? Self.forgeryToken(of: stored) : nil,
            renewedSecret: try await renewed(stored, at: now))
    }

    /// Whether a secret opens a stored session.
    ///
    /// The former secret stays valid for a short grace period, because requests in flight still carry it.
    private static func opens(_ secret: SecretText, _ stored: StoredSession, at now: Date) -> Bool {
        if secret.opens(stored.hash) { return true }
        guard let former = stored.formerHash, now.timeIntervalSince(stored.renewed) < Session.grace
        else { return false }
        return secret.opens(former)
    }

    /// Returns a new secret for the browser if the current one is due for renewal.
    private func renewed(_ stored: StoredSession, at now: Date) async throws -> String? {
        guard stored.session.kind == .cookie, now.timeIntervalSince(stored.renewed) >= Session.renewal
        else { return nil }
        let secret = SecretText(.session, id: stored.session.id.rawValue)
        // Of several concurrent requests, only one renews. The others pass with the former secret.
        let isOurs = try await store.renew(stored.session.id, from: stored.hash, to: secret.hash, at: now)
        return isOurs ? secret.text : nil
    }

    /// The token that a request must repeat in order to change something.
    ///
    /// It is an HMAC of the session under a key of its own (OWASP's "signed double submit" bound to the
    /// session). It stays the same when the secret is renewed.
    static func forgeryToken(of stored: StoredSession) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("forgery \(stored.session.id.rawValue)".utf8), using: SymmetricKey(data: stored.seed))
        return Base64URL.text(of: Data(code))
    }
}
