package import Allergens
package import Foundation

/// How the owner of an account signs in, and what is known about them besides the profile.
package struct Login: Sendable {
    package var account: Account
    /// The e-mail address; `nil` for accounts that were opened without one.
    package var address: String?
    /// When the owner proved that the address is theirs.
    package var verified: Date?
    /// The hash of the password in PHC form; `nil` when there is no password, and so no sign-in by password.
    package var password: String?
    package var birth: CivilDate?
    package var picture: PictureChoice?
    /// The time since which the account is suspended.
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

/// The picture that others see beside a name.
package enum PictureChoice: Hashable, Sendable {
    /// One of the pictures drawn for the service.
    case drawn(String)
    /// An uploaded picture.
    ///
    /// The text is a hash of its bytes.
    case own(tag: String)
}

/// The details with which an account is opened.
package struct NewAccount: Sendable {
    package var name: String
    package var address: String?
    /// Whether the owner has proved that the address is theirs.
    package var isVerified: Bool
    package var password: String?
    package var birth: CivilDate?
    package var language: Language?
    /// The time zone of the device on which it is opened.
    package var timeZone: TimeZone?
    package var identity: ForeignIdentity?
    /// The owner's agreements.
    ///
    /// They count from the moment the account exists.
    package var consents: [Consent.Agreement]
    /// Who states that the owner agrees.
    package var source: Consent.Source
    /// Who opens the account.
    package var opener: AuditEntry.Actor

    package init(
        name: String, address: String? = nil, isVerified: Bool = false, password: String? = nil,
        birth: CivilDate? = nil, language: Language? = nil, timeZone: TimeZone? = nil,
        identity: ForeignIdentity? = nil, consents: [Consent.Agreement] = [],
        by source: Consent.Source = .owner, opener: AuditEntry.Actor = .owner
    ) {
        self.name = name
        self.address = address
        self.isVerified = isVerified
        self.password = password
        self.birth = birth
        self.language = language
        self.timeZone = timeZone
        self.identity = identity
        self.consents = consents
        self.source = source
        self.opener = opener
    }
}

/// A person as known to an identity provider.
package struct ForeignIdentity: Hashable, Sendable {
    /// The identifier of the provider in our configuration.
    package let provider: String
    /// The provider's identifier of the person, which is never reassigned.
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

/// Why an act on an account is rejected.
package enum AccountRefusal: Error, Hashable, Sendable {
    /// The name belongs to another account.
    case nameTaken
    /// The address belongs to another account.
    ///
    /// Only that account's owner is notified.
    case addressTaken
    /// The identity belongs to another account.
    case identityTaken
    case unknownAccount
    /// The link was already followed, has ended, or never existed.
    case voidLink
    /// The name and the password do not belong together, or the account does not exist.
    case wrongPassword(suggestsReset: Bool)
    /// There were too many failures.
    ///
    /// Another attempt is possible after `wait`.
    case tooManyFailures(wait: Duration, suggestsReset: Bool)
    /// The password is not acceptable, and why.
    case password(PasswordObjection)
    /// This server cannot send mail.
    case noMail
    /// As many passwords or mails are waiting as the limits allow.
    case busy(wait: Duration)
    /// It is the only way to sign in to the account.
    case lastWayIn
    /// The account has reached its limit of tokens.
    case tooManyTokens(limit: Int)
    case unknownToken
    case unknownSession
    case unknownStation
}

/// Why a password is not acceptable.
package enum PasswordObjection: Hashable, Sendable, CaseIterable {
    case tooShort, tooLong, common, likeName
}
