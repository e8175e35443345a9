import Addressing
import Crypto
package import Foundation
package import People

/// Where credentials and sessions are kept.
package protocol CredentialStore: Sendable {
    func credential(_ id: String) async throws -> Credential?
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool
    func session(_ id: String) async throws -> StoredSession?
    func renew(_ id: Session.ID, from former: Data, to hash: Data, at now: Date) async throws -> Bool
}

/// Tells who sends a request.
package struct Authenticator: Sendable {
    private let store: any CredentialStore
    private let uses: CredentialUses
    private let visits: CredentialUses
    private let now: @Sendable () -> Date

    /// Looks credentials up in a store.
    ///
    /// - Parameters:
    ///   - store: Where credentials are kept.
    ///   - uses: Notes when stations' keys are shown.
    ///   - visits: Notes when sessions and tokens of accounts are shown.
    ///   - now: The present.
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

    /// Who shows a bearer secret, or `nil` when it is nobody's.
    ///
    /// Hashes are compared in constant time. Nothing is remembered from one request to the next: what was revoked a moment
    /// ago, by whomever, is refused.
    package func visitor(bearing text: String) async throws -> Visitor? {
        guard let secret = SecretText(text) else { return nil }
        switch secret.kind {
        case .account, .station: return try await owner(of: secret)
        case .session: return try await guest(with: secret, kind: .token)
        case .link: return nil
        }
    }

    /// Whether what a purpose needs may be done with what is known of an account.
    package func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try await store.hasConsent(to: purpose, of: account)
    }

    /// The owner of a bearer secret, or `nil` when it is nobody's.
    package func principal(bearing text: String) async throws -> Principal? {
        try await visitor(bearing: text)?.principal
    }

    /// Who shows the secret of a session in a cookie, or `nil` when it is nobody's.
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
            roles: credential.roles)
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
            roles: stored.roles, session: session.id,
            forgeryToken: kind == .cookie ? Self.forgeryToken(of: stored) : nil,
            renewedSecret: try await renewed(stored, at: now))
    }

    /// The former secret opens for a moment after the new one was made: requests that were under way have it still.
    private static func opens(_ secret: SecretText, _ stored: StoredSession, at now: Date) -> Bool {
        if secret.opens(stored.hash) { return true }
        guard let former = stored.formerHash, now.timeIntervalSince(stored.renewed) < Session.grace
        else { return false }
        return secret.opens(former)
    }

    /// The secret that the browser keeps from now on, when it is time for another one.
    private func renewed(_ stored: StoredSession, at now: Date) async throws -> String? {
        guard stored.session.kind == .cookie, now.timeIntervalSince(stored.renewed) >= Session.renewal
        else { return nil }
        let secret = SecretText(.session, id: stored.session.id.rawValue)
        // Of several requests that come at once, one renews; the others are taken by the former secret.
        let isOurs = try await store.renew(stored.session.id, from: stored.hash, to: secret.hash, at: now)
        return isOurs ? secret.text : nil
    }

    /// What a request has to repeat that changes something: an HMAC of the session under a key of its own, which stays the
    /// same when the secret is renewed (OWASP's "signed double submit" bound to the session).
    static func forgeryToken(of stored: StoredSession) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("forgery \(stored.session.id.rawValue)".utf8), using: SymmetricKey(data: stored.seed))
        return Base64URL.text(of: Data(code))
    }
}
