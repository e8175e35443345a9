package import Foundation

/// The sender of a request, and what the credential permits.
package struct Visitor: Sendable {
    package let principal: Principal
    /// The public part of the credential, under which its acts are recorded.
    package let credential: String
    package let scopes: Scopes
    package let roles: Set<Role>
    /// When the credential ends unless it is used before; `nil` while it has no end.
    package let ends: Date?
    /// The session that the credential belongs to; tokens and keys have none.
    package let session: Session.ID?
    /// The token that a changing request has to repeat if it was authenticated by a cookie; otherwise `nil`.
    package let forgeryToken: String?
    /// The secret that replaces the one that was presented.
    package let renewedSecret: String?

    package init(
        principal: Principal, credential: String, scopes: Scopes, roles: Set<Role> = [],
        ends: Date? = nil, session: Session.ID? = nil, forgeryToken: String? = nil,
        renewedSecret: String? = nil
    ) {
        self.principal = principal
        self.credential = credential
        self.scopes = scopes
        self.roles = roles
        self.ends = ends
        self.session = session
        self.forgeryToken = forgeryToken
        self.renewedSecret = renewedSecret
    }
}
