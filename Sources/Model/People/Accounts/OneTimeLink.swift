package import Foundation

/// A link in a mail that works once.
package struct OneTimeLink: Sendable {
    package enum Purpose: String, CaseIterable, Sendable {
        /// Opens the account that somebody has asked for.
        case signUp
        /// Chooses another password.
        case reset
        /// Shows that the new address of an account is theirs.
        case change
    }

    /// The public part, by which it is found.
    package let id: String
    /// The SHA-256 hash of the secret part.
    package let hash: Data
    package let purpose: Purpose
    /// The account that it is for; an account that is still to be opened has no number.
    package let account: Account.ID?
    /// What it does, as its maker wrote it; it is sealed when it is kept.
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

/// What a mail about an account says.
package enum AccountNote: Hashable, Sendable {
    /// Opens the account with a name when the link is followed.
    case signUp(name: String, token: String)
    /// Somebody wanted to open an account with this address, which has one.
    case knownAddress(name: String)
    /// Chooses another password when the link is followed.
    case reset(name: String, token: String)
    /// Makes this the account's address when the link is followed.
    case change(name: String, token: String)
    /// The account has another address from now on.
    case changed(name: String)
    /// The account has another password from now on.
    case newPassword(name: String)
}
