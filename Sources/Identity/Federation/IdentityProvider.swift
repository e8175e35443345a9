import Foundation

/// A service that proves a person's identity.
protocol IdentityProvider: Sendable {
    /// Returns the provider's page to which the browser is sent.
    func page(for pending: PendingSignIn) async throws(SignInFailure) -> String
    /// Returns the identity that the provider's response proves.
    func identity(
        for pending: PendingSignIn, _ answer: AuthorizationResponse, at now: Date
    ) async throws(SignInFailure) -> ProvenIdentity
}

/// A sign-in at a provider that has begun but not ended.
///
/// The browser holds it, sealed.
struct PendingSignIn: Codable, Sendable {
    let provider: String
    /// This site's address to which the provider sends the browser back.
    let callback: String
    let purpose: SignInPurpose
    let began: Date
    /// Ties the response to this browser (RFC 6749, section 10.12).
    var state = RandomText.make()
    /// Ties the ID token to this sign-in.
    var nonce = RandomText.make()
    /// Ties the code to this sign-in (RFC 7636).
    var verifier = RandomText.make()
}

/// A provider as shown to people.
package struct ProviderLabel: Hashable, Sendable {
    package let id: String
    package let name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
