package import Foundation

/// A sign-in on one device.
///
/// It ends by itself, or when its owner ends it.
package struct Session: Sendable, Identifiable, Hashable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// How its secret is sent.
    ///
    /// A secret of one kind is not accepted in the way of the other.
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
    /// The family of the program and of its system, such as "Firefox, Linux".
    ///
    /// It does not tell one device of a family from another.
    package let device: String
    package let created: Date
    /// When it was last used, to the minute.
    package let lastUsed: Date
    /// When it ends if it is not used again; never later than ``longest`` after it began.
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

    /// The seconds without use after which it ends: 30 days.
    package static let idle: TimeInterval = 30 * 86_400
    /// The seconds after which it ends in any case: 180 days.
    package static let longest: TimeInterval = 180 * 86_400
    /// The seconds after which the secret in a cookie is renewed: 12 hours.
    ///
    /// Programs keep their secret, because they seldom write their stored one again.
    package static let renewal: TimeInterval = 12 * 3_600
    /// The seconds for which the former secret is accepted beside the new one, for requests already on their
    /// way.
    package static let grace: TimeInterval = 60
    /// The largest number of sessions of one account.
    ///
    /// One more ends the session that was unused for longest.
    package static let limit = 50
    /// The largest number of characters in a device's name.
    package static let deviceLength = 60
}

/// What is stored about a session besides what its owner sees.
package struct StoredSession: Sendable {
    package let session: Session
    /// The SHA-256 hash of the secret part.
    package let hash: Data
    /// The hash of the secret that was in force until ``renewed``.
    package let formerHash: Data?
    package let renewed: Date
    /// 32 random bytes, from which the token against forged requests is derived.
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
