/// What somebody signs in for.
package struct SignInPurpose: Hashable, Codable, Sendable {
    /// The path on this site to go on with.
    package let returnPath: String
    /// The account that the identity is to be linked with; without it somebody signs in.
    package let account: String?

    package init(returnPath: String, account: String? = nil) {
        (self.returnPath, self.account) = (returnPath, account)
    }
}

/// The answer with which a provider sends a browser back (RFC 6749, section 4.1.2).
package struct AuthorizationResponse: Sendable {
    package let state: String?
    package let code: String?
    /// The provider's `error`.
    package let error: String?
    /// Who answers (RFC 9207).
    package let issuer: String?

    package init(state: String?, code: String?, error: String? = nil, issuer: String? = nil) {
        (self.state, self.code, self.error, self.issuer) = (state, code, error, issuer)
    }
}

/// Where a browser is sent to sign in, and what it has to bring back.
package struct ProviderRedirect: Sendable {
    /// The provider's page.
    package let address: String
    /// The sealed ticket, for a cookie.
    package let ticket: String
}

/// Somebody who has come back from a provider.
package struct ProviderSignIn: Sendable {
    package let identity: ProvenIdentity
    package let errand: SignInPurpose

    package init(identity: ProvenIdentity, errand: SignInPurpose) {
        (self.identity, self.errand) = (identity, errand)
    }
}
