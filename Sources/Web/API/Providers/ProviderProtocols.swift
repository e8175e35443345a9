package import HTTP
package import People

/// The providers that prove who people are; what comes to nothing is a ``ProviderFailure``.
package protocol FederatedSigningIn: Sendable {
    /// The providers that may be chosen, in the order in which they are shown.
    var providers: [ProviderName] { get }
    /// Sends a browser to a provider, which sends it back to `callback`, an absolute address.
    func redirect(
        to provider: String, returningTo callback: String, for purpose: FederatedPurpose
    ) async throws -> FederatedRedirect
    /// Receives a browser that has come back, with the ticket of its redirect.
    func proven(
        from provider: String, _ answer: FederatedResponse, ticket: String?
    ) async throws -> FederatedIdentity
    /// Seals an identity that nobody here has yet, until a username is chosen.
    func registration(of proven: FederatedIdentity) throws -> String
    /// Opens what ``registration(of:)`` has sealed; `nil` when it is too old or was not sealed here.
    func registration(in ticket: String) -> FederatedIdentity?
}

/// A provider as people know it.
package struct ProviderName: Hashable, Encodable, Sendable {
    package let id: String
    package let name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// What somebody goes to a provider for.
package struct FederatedPurpose: Hashable, Sendable {
    /// Where to go on afterwards.
    package let path: SitePath
    /// The account that the identity is to be linked with; without it somebody signs in.
    package let account: Account.ID?

    package init(path: SitePath, account: Account.ID?) { (self.path, self.account) = (path, account) }
}

/// The page of a provider, and what the browser has to bring back.
package struct FederatedRedirect: Sendable {
    package let address: String
    /// Sealed: nobody reads or changes it.
    package let ticket: String

    package init(address: String, ticket: String) { (self.address, self.ticket) = (address, ticket) }
}

/// What a provider has put into the address with which it sends a browser back (RFC 6749, 4.1.2; RFC 9207).
package struct FederatedResponse: Sendable {
    package let state: String?
    package let code: String?
    package let error: String?
    package let issuer: String?
}

/// Somebody who has come back from a provider, which has proven who they are.
package struct FederatedIdentity: Sendable {
    package let identity: ForeignIdentity
    /// The address of the person, when the provider vouches that it is theirs.
    package let verifiedAddress: String?
    /// What the person is called at the provider.
    package let name: String?
    package let purpose: FederatedPurpose

    package init(
        identity: ForeignIdentity, verifiedAddress: String?, name: String?, purpose: FederatedPurpose
    ) {
        (self.identity, self.verifiedAddress) = (identity, verifiedAddress)
        (self.name, self.purpose) = (name, purpose)
    }
}

/// Why nobody was proven to be anybody; the pages have a sentence for each.
package enum ProviderFailure: String, Error, Sendable {
    case unknownProvider = "unknown"
    /// The answer belongs to no sign-in of this browser.
    case stale
    /// The person or the provider said no.
    case denied
    case slow
    /// The provider cannot be reached, or answers what it should not.
    case failed
}
