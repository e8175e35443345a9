package import Foundation
package import Observations

/// Who may act, as proved by a credential.
package enum Principal: Hashable, Sendable {
    case account(Account.ID)
    case station(Station.ID)
}

/// The stored form of a secret: enough to recognise it, not enough to use it.
package struct Credential: Sendable {
    /// The public part of the secret, by which it is found.
    package let id: String
    /// The SHA-256 hash of the secret part.
    package let hash: Data
    package let principal: Principal
    /// What an account's token permits.
    ///
    /// A station's key is valid for its station.
    package let scopes: Scopes
    /// The instant from which it is no longer valid; `nil` while it has no end.
    package let ends: Date?
    /// The roles of the account.
    package let roles: Set<Role>

    package init(
        id: String, hash: Data, principal: Principal, scopes: Scopes = .all, ends: Date? = nil,
        roles: Set<Role> = []
    ) {
        self.id = id
        self.hash = hash
        self.principal = principal
        self.scopes = scopes
        self.ends = ends
        self.roles = roles
    }
}
