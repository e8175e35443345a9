import Foundation

/// A way to learn from somebody else who a person is.
protocol IdentityProvider: Sendable {
    /// The page of the provider to which a browser is sent.
    func page(for trip: PendingSignIn) async throws(SignInFailure) -> String
    /// The identity that the provider proves with the answer that it has sent the browser back with.
    func identity(
        for trip: PendingSignIn, _ answer: AuthorizationResponse, at now: Date
    ) async throws(SignInFailure) -> ProvenIdentity
}

/// One browser's way to a provider and back; it lies sealed in the browser.
struct PendingSignIn: Codable, Sendable {
    let provider: String
    /// The address of ours to which the provider sends the browser.
    let callback: String
    let errand: SignInPurpose
    let began: Date
    /// Ties the answer to this browser (RFC 6749, section 10.12).
    var state = RandomText.make()
    /// Ties the ID token to this trip.
    var nonce = RandomText.make()
    /// Ties the code to this trip (RFC 7636).
    var verifier = RandomText.make()
}

/// A provider as people are shown it.
package struct ProviderLabel: Hashable, Sendable {
    package let id: String
    package let name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
