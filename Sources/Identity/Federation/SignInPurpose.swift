/// The purpose of a sign-in.
package struct SignInPurpose: Hashable, Codable, Sendable {
    /// The path on this site to return to.
    package let returnPath: String
    /// The account to link the identity with, or `nil` to sign in.
    package let account: String?

    package init(returnPath: String, account: String? = nil) {
        (self.returnPath, self.account) = (returnPath, account)
    }
}

/// The provider's response, which the browser brings back (RFC 6749, section 4.1.2).
package struct AuthorizationResponse: Sendable {
    /// The sign-in's `state`, which the provider repeats.
    package let state: String?
    /// The authorization code, unless the provider refuses.
    package let code: String?
    /// The provider's `error`.
    package let error: String?
    /// The issuer of the response (RFC 9207).
    package let issuer: String?

    package init(state: String?, code: String?, error: String? = nil, issuer: String? = nil) {
        (self.state, self.code, self.error, self.issuer) = (state, code, error, issuer)
    }
}

/// Where to send a browser to sign in, and the ticket that it has to bring back.
package struct ProviderRedirect: Sendable {
    /// The provider's page.
    package let address: String
    /// The sealed ticket, for a cookie.
    package let ticket: String
}

/// A completed sign-in at a provider.
package struct ProviderSignIn: Sendable {
    package let identity: ProvenIdentity
    /// The purpose given when the sign-in began.
    package let purpose: SignInPurpose

    package init(identity: ProvenIdentity, purpose: SignInPurpose) {
        (self.identity, self.purpose) = (identity, purpose)
    }
}
