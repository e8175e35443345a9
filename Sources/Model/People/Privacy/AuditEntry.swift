package import Foundation

/// That somebody came near the personal data of an account.
package struct AuditEntry: Hashable, Sendable {
    /// Who did it.
    package enum Actor: String, CaseIterable, Sendable, Codable {
        /// The owner of the account, or whoever had its credentials.
        case owner
        case moderator
        case administrator
        /// Somebody at the machine of the service, by a command.
        case command
    }

    /// What was done.
    ///
    /// The set is closed: clients show it in their own words.
    package enum Act: String, CaseIterable, Sendable, Codable {
        /// A session was opened, or has ended before its time; the object is the family of the device.
        case signedIn, signedOut
        /// Somebody gave a password that is not the account's; see ``refusalsPerDay``.
        case signInRefused
        /// A link was made that works once; the object is what it does, ``OneTimeLink/Purpose``.
        case linkAsked
        /// The object is `link` where the password was chosen by one.
        case passwordChanged
        case addressChanged
        /// The object is the provider.
        case identityLinked, identityRemoved
        /// The object is the public part of the token.
        case tokenMade, tokenRevoked
        case roleGranted, roleRevoked
        /// Nobody got in from then on, or its owner again.
        case suspended, restored
        case personAdded, personRemoved
        /// Everything that is known of the account was handed out.
        case exported
        case consentGiven, consentWithdrawn
        /// Somebody looked at whom an alert reached, and why.
        case traced
        /// Somebody looked at the account itself.
        case inspected
    }

    package let number: Int64
    package let act: Act
    package let actor: Actor
    /// What it was done to, such as a purpose or a role; never a secret, an address or a position.
    package let object: String?
    package let created: Date

    package init(number: Int64, act: Act, actor: Actor, object: String?, created: Date) {
        self.number = number
        self.act = act
        self.actor = actor
        self.object = object
        self.created = created
    }

    /// Characters of ``object``.
    package static let objectLimit = 60
    /// Refused sign-ins that are noted within 24 hours; further ones are counted for throttling only, so that nobody
    /// fills the list of somebody else.
    package static let refusalsPerDay = 100
}
