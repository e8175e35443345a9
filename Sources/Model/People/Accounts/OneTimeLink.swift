package import Foundation

/// A link in a mail that works once.
package struct OneTimeLink: Sendable {
    package enum Purpose: String, CaseIterable, Sendable {
        /// Opens the account that somebody has requested.
        case signUp
        /// Sets a new password.
        case reset
        /// Proves that the new address of an account is the owner's.
        case change
    }

    /// The public part, by which it is found.
    package let id: String
    /// The SHA-256 hash of the secret part.
    package let hash: Data
    package let purpose: Purpose
    /// The account it is for.
    ///
    /// An account that is yet to be opened has no number.
    package let account: Account.ID?
    /// The data for its purpose, as its maker wrote it.
    ///
    /// It is stored sealed.
    package let content: Data
    package let ends: Date

    package init(
        id: String, hash: Data, purpose: Purpose, account: Account.ID?, content: Data, ends: Date
    ) {
        self.id = id
        self.hash = hash
        self.purpose = purpose
        self.account = account
        self.content = content
        self.ends = ends
    }
}

/// The content of a mail about an account.
package enum AccountNote: Hashable, Sendable {
    /// Opens the account with a name when the link is followed.
    case signUp(name: String, token: String)
    /// Somebody tried to open an account with this address, which already has one.
    case knownAddress(name: String)
    /// Sets a new password when the link is followed.
    case reset(name: String, token: String)
    /// Makes this the account's address when the link is followed.
    case change(name: String, token: String)
    /// The account has a new address.
    case changed(name: String)
    /// The account has a new password.
    case newPassword(name: String)
}
