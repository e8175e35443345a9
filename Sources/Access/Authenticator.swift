package import Allergens
import Crypto
package import Foundation

/// Where credentials are kept.
package protocol CredentialStore: Sendable {
    func credential(_ id: String) async throws -> Credential?
    func isModerator(_ account: Account.ID) async throws -> Bool
}

/// Tells who sends a request.
package struct Authenticator: Sendable {
    private let store: any CredentialStore
    private let uses: KeyUses
    private let now: @Sendable () -> Date

    /// Looks credentials up in a store, and notes in `uses` when stations' keys are shown.
    package init(
        store: any CredentialStore, uses: KeyUses = KeyUses(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.uses = uses
        self.now = now
    }

    /// Whether an account may hide what others report.
    package func isModerator(_ account: Account.ID) async throws -> Bool {
        try await store.isModerator(account)
    }

    /// The owner of a bearer secret, or `nil` when it is nobody's.
    ///
    /// Hashes are compared in constant time.
    package func principal(bearing text: String) async throws -> Principal? {
        guard let (id, secret) = Secret.parts(of: text), let credential = try await store.credential(id)
        else { return nil }
        let hash = SHA256.hash(data: Data(secret.utf8))
        // `Digest == DataProtocol` does not stop at the first difference.
        guard hash == credential.hash else { return nil }
        let now = now()
        if let ends = credential.ends, ends <= now { return nil }
        if case .station = credential.principal { uses.note(id, at: now) }
        return credential.principal
    }

    /// The public part of a bearer secret, by which its acts are remembered.
    package func publicPart(of text: String) -> String? { Secret.parts(of: text)?.id }
}
