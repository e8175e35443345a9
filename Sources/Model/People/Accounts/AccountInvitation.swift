package import Foundation

/// What the owner of an account that others opened needs in order to choose a first password.
package struct AccountInvitation: Sendable {
    /// The secret of a link that works once.
    package let secret: String
    package let ends: Date

    package init(secret: String, ends: Date) { (self.secret, self.ends) = (secret, ends) }
}
