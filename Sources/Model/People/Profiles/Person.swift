package import Allergens
import Foundation

/// Somebody in the care of an account's owner, such as a child, with a profile, fences and alerts of their
/// own.
///
/// A person is an account with a guardian, and everything that is stored by account is stored for a person in
/// the same way. Nobody can sign in to it: only the guardian's account reaches it. A person's notifications
/// go over the guardian's channels and streams.
package struct Person: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that cannot be guessed.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    package let id: ID
    /// The account under which the person's profile, fences and ledger are stored.
    package let account: Account.ID
    package let details: Details

    package var name: String { details.name }

    package init(id: ID, account: Account.ID, details: Details) {
        self.id = id
        self.account = account
        self.details = details
    }

    /// What is known of a person besides their profile.
    ///
    /// It is stored sealed.
    package struct Details: Hashable, Sendable {
        /// The guardian's name for the person: 1 to ``nameLength`` characters in one line.
        package let name: String
        package let born: CivilDate?

        /// Checks the details that a guardian enters.
        ///
        /// - Returns: `nil` when the name is empty, too long or contains control characters.
        package init?(name sent: String, born: CivilDate? = nil) {
            let name = sent.trimmingCharacters(in: .whitespaces)
            // Names that were kept when several code points counted as one character stay readable.
            guard !name.isEmpty, sent.count <= Self.nameLength,
                sent.unicodeScalars.count <= 4 * Self.nameLength,
                !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { return nil }
            self.name = name
            self.born = born
        }

        /// The largest number of code points in a new name, which begins the subject of an e-mail.
        package static let nameLength = 40
    }

    /// The largest number of persons of one account: a large family, or a small group in somebody's care.
    package static let limit = 10
}

/// Why a person is not accepted.
package enum PersonRefusal: Error, Hashable, Sendable {
    /// The account already has ``Person/limit`` persons.
    case tooMany
    /// Another person of the account has the name, ignoring case.
    ///
    /// Their messages could not be told apart.
    case knownName
}
