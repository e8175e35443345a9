package import Foundation

/// A record of access to the personal data of an account.
package struct AuditEntry: Hashable, Sendable {
    /// Who did it.
    package enum Actor: String, CaseIterable, Sendable, Codable {
        /// The owner of the account, or somebody with its credentials.
        case owner
        case moderator
        case administrator
        /// An operator at the machine of the service, by command.
        case command
    }

    /// What was done.
    ///
    /// The set is closed: clients show it in their own words.
    package enum Act: String, CaseIterable, Sendable, Codable {
        /// A session was opened, or ended before its time.
        ///
        /// The object is the family of the device.
        case signedIn, signedOut
        /// Somebody tried a wrong password; see ``refusalsPerDay``.
        case signInRefused
        /// A link that works once was made.
        ///
        /// The object is its ``OneTimeLink/Purpose``.
        case linkAsked
        /// The object is `link` if the password was set through a link.
        case passwordChanged
        case addressChanged
        /// The object is the provider.
        case identityLinked, identityRemoved
        /// The object is the public part of the token.
        case tokenMade, tokenRevoked
        case roleGranted, roleRevoked
        /// An administrator opened the account for its owner.
        case opened
        /// The account was renamed by somebody else.
        ///
        /// The object is the former name.
        case renamed
        /// An administrator deleted another account; nothing is kept of that one.
        case accountDeleted
        /// The account was suspended, or restored.
        case suspended, restored
        case personAdded, personRemoved
        /// Everything known about the account was exported.
        case exported
        case consentGiven, consentWithdrawn
        /// Somebody looked at which accounts an alert reached, and why.
        case traced
        /// An administrator ended an invitation to a study that the account leads, or let it work again.
        ///
        /// The object is the study.
        case invitationRestricted, invitationLifted
        /// Somebody looked at the account itself.
        case inspected
    }

    package let number: Int64
    package let act: Act
    package let actor: Actor
    /// What the act was done to, such as a purpose or a role; never a secret, an address or a position.
    package let object: String?
    package let created: Date

    package init(number: Int64, act: Act, actor: Actor, object: String?, created: Date) {
        self.number = number
        self.act = act
        self.actor = actor
        self.object = object
        self.created = created
    }

    /// The largest number of characters in ``object``.
    package static let objectLimit = 60
    /// The number of refused sign-ins recorded within 24 hours.
    ///
    /// Further ones only count for throttling, so that nobody can fill another account's list.
    package static let refusalsPerDay = 100
}
