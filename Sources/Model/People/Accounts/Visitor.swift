/// Who sends a request, and what the credential is good for.
package struct Visitor: Sendable {
    package let principal: Principal
    /// The public part of the credential, by which its acts are remembered.
    package let credential: String
    package let scopes: Scopes
    package let roles: Set<Role>
    /// The session that the credential belongs to; tokens and keys have none.
    package let session: Session.ID?
    /// What a request that changes something has to repeat when it came with a cookie; `nil` when it came otherwise.
    package let forgeryToken: String?
    /// The secret that takes the place of the one that was shown.
    package let renewedSecret: String?

    package init(
        principal: Principal, credential: String, scopes: Scopes, roles: Set<Role> = [],
        session: Session.ID? = nil, forgeryToken: String? = nil, renewedSecret: String? = nil
    ) {
        self.principal = principal
        self.credential = credential
        self.scopes = scopes
        self.roles = roles
        self.session = session
        self.forgeryToken = forgeryToken
        self.renewedSecret = renewedSecret
    }
}
