package import Foundation

/// A sign-in on one device; it ends by itself, or when its owner says so.
package struct Session: Sendable, Identifiable, Hashable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// How its secret travels; a secret of one kind is not taken in the way of the other.
    package enum Kind: String, CaseIterable, Sendable {
        /// In a cookie, by a browser that shows the site.
        case cookie
        /// In `Authorization: Bearer`, by a program.
        case token
    }

    package let id: ID
    package let account: Account.ID
    package let kind: Kind
    package let scopes: Scopes
    /// The family of the program and of its system, such as "Firefox, Linux"; nothing that tells one device of a family
    /// from another.
    package let device: String
    package let created: Date
    /// When it was last used, to the minute.
    package let lastUsed: Date
    /// When it ends unless it is used before; never later than ``longest`` after it began.
    package let ends: Date

    package init(
        id: ID, account: Account.ID, kind: Kind, scopes: Scopes, device: String, created: Date,
        lastUsed: Date,
        ends: Date
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.scopes = scopes
        self.device = device
        self.created = created
        self.lastUsed = lastUsed
        self.ends = ends
    }

    /// After how long without use it ends, in seconds: 30 days.
    package static let idle: TimeInterval = 30 * 86_400
    /// After how long it ends in any case, in seconds: 180 days.
    package static let longest: TimeInterval = 180 * 86_400
    /// After how long the secret in a cookie is renewed, in seconds: 12 hours.
    ///
    /// Programs keep theirs, because what they have
    /// stored is seldom written again.
    package static let renewal: TimeInterval = 12 * 3_600
    /// How long the former secret is taken beside the new one, in seconds: requests that were under way.
    package static let grace: TimeInterval = 60
    /// Sessions of one account; when there is one more, that ends which was not used for longest.
    package static let limit = 50
    /// The characters of a device's name.
    package static let deviceLength = 60
}

/// What is kept of a session beside what its owner is shown.
package struct StoredSession: Sendable {
    package let session: Session
    /// The SHA-256 hash of the secret part.
    package let hash: Data
    /// The hash of the secret that was in force until ``renewed``.
    package let formerHash: Data?
    package let renewed: Date
    /// 32 random bytes, which the token against forged requests is made of.
    package let seed: Data
    package let roles: Set<Role>

    package init(
        session: Session, hash: Data, formerHash: Data? = nil, renewed: Date, seed: Data,
        roles: Set<Role> = []
    ) {
        self.session = session
        self.hash = hash
        self.formerHash = formerHash
        self.renewed = renewed
        self.seed = seed
        self.roles = roles
    }
}
