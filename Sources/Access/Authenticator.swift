package import Allergens
import Crypto
import Foundation

/// Where credentials are kept.
package protocol CredentialStore: Sendable {
    func credential(_ id: String) async throws -> Credential?
    func isModerator(_ account: Account.ID) async throws -> Bool
}

/// Tells who sends a request.
package struct Authenticator: Sendable {
    private let store: any CredentialStore

    package init(store: any CredentialStore) { self.store = store }

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
        return hash == credential.hash ? credential.principal : nil
    }
}
