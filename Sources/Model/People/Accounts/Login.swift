package import Allergens
package import Foundation

/// How the owner of an account gets in, and what is known of them beside the profile.
package struct Login: Sendable {
    package var account: Account
    /// The e-mail address; `nil` for accounts that were opened without one.
    package var address: String?
    /// When the owner has shown that the address is theirs.
    package var verified: Date?
    /// The hash of the password in PHC form; `nil` when there is none, and so no sign-in by password.
    package var password: String?
    package var birth: CivilDate?
    package var picture: PictureChoice?
    /// Since when nobody gets in.
    package var suspended: Date?
    package var roles: Set<Role>

    package init(
        account: Account, address: String? = nil, verified: Date? = nil, password: String? = nil,
        birth: CivilDate? = nil, picture: PictureChoice? = nil, suspended: Date? = nil, roles: Set<Role> = []
    ) {
        self.account = account
        self.address = address
        self.verified = verified
        self.password = password
        self.birth = birth
        self.picture = picture
        self.suspended = suspended
        self.roles = roles
    }
}

/// What others see beside a name.
package enum PictureChoice: Hashable, Sendable {
    /// One of those that we have drawn.
    case drawn(String)
    /// One of their own; the text is a hash of its bytes.
    case own(tag: String)
}

/// What an account is opened with.
package struct NewAccount: Sendable {
    package var name: String
    package var address: String?
    /// Whether the owner has shown that the address is theirs.
    package var isVerified: Bool
    package var password: String?
    package var birth: CivilDate?
    package var language: Language?
    package var identity: ForeignIdentity?
    /// What its owner agrees to; they count from when the account is there.
    package var consents: [Consent.Agreement]
    /// Who says that the owner agrees.
    package var source: Consent.Source

    package init(
        name: String, address: String? = nil, isVerified: Bool = false, password: String? = nil,
        birth: CivilDate? = nil, language: Language? = nil, identity: ForeignIdentity? = nil,
        consents: [Consent.Agreement] = [], by source: Consent.Source = .owner
    ) {
        self.name = name
        self.address = address
        self.isVerified = isVerified
        self.password = password
        self.birth = birth
        self.language = language
        self.identity = identity
        self.consents = consents
        self.source = source
    }
}

/// Somebody as a provider of identities knows them.
package struct ForeignIdentity: Hashable, Sendable {
    /// The identifier of the provider in our configuration.
    package let provider: String
    /// What the provider calls them: never given to anybody else.
    package let subject: String

    package init(provider: String, subject: String) {
        self.provider = provider
        self.subject = subject
    }
}

/// An identity that an account is linked with.
package struct LinkedIdentity: Hashable, Sendable {
    package let provider: String
    package let created: Date

    package init(provider: String, created: Date) {
        self.provider = provider
        self.created = created
    }
}

/// Why something about an account was not done.
package enum AccountRefusal: Error, Hashable, Sendable {
    /// The name belongs to another account.
    case nameTaken
    /// The address belongs to another account; nobody is told but its owner.
    case addressTaken
    /// The identity belongs to another account.
    case identityTaken
    case unknownAccount
    /// The link was followed, has ended, or never was.
    case voidLink
    /// The name and the password do not belong together, or there is no such account.
    case wrongPassword(suggestsReset: Bool)
    /// Too many failures; the next attempt is looked at after so long.
    case tooManyFailures(wait: Duration, suggestsReset: Bool)
    /// The password cannot be used, and why.
    case password(PasswordObjection)
    /// No mail can be sent from here.
    case noMail
    /// As many passwords or mails wait as may.
    case busy(wait: Duration)
    /// It is the only way into the account.
    case lastWayIn
    /// As many tokens as an account may have.
    case tooManyTokens(limit: Int)
    case unknownToken
    case unknownSession
    case unknownStation
}

/// Why a password cannot be used.
package enum PasswordObjection: Hashable, Sendable, CaseIterable {
    case tooShort, tooLong, common, likeName
}
