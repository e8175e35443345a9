package import Allergens
import Foundation

/// Somebody for whom the owner of an account cares, such as a child: with a profile, fences and alerts of their own.
///
/// A person is an account with a guardian, and everything that is kept by account is kept for a person in the same way.
/// Nobody can sign in to it: it is reached through the account of the guardian alone, and what it is told goes over the
/// guardian's channels and streams.
package struct Person: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that nobody can guess.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    package let id: ID
    /// Under which the profile, the fences and the ledger of the person are kept.
    package let account: Account.ID
    package let details: Details

    package var name: String { details.name }

    package init(id: ID, account: Account.ID, details: Details) {
        self.id = id
        self.account = account
        self.details = details
    }

    /// What is known of a person beside their profile; it is kept sealed.
    package struct Details: Hashable, Sendable {
        /// What the guardian calls the person; 1 to ``nameLength`` characters in one line.
        package let name: String
        package let born: CivilDate?

        /// Checks what a guardian says of a person.
        ///
        /// - Returns: `nil` when the name is empty, too long or holds control characters.
        package init?(name: String, born: CivilDate? = nil) {
            let name = name.trimmingCharacters(in: .whitespaces)
            // A character as people count them may be made of several code points.
            guard (1...Self.nameLength).contains(name.count),
                name.unicodeScalars.count <= 4 * Self.nameLength,
                !name.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
            else { return nil }
            self.name = name
            self.born = born
        }

        /// Characters of a name: it begins the subject of an e-mail.
        package static let nameLength = 40
    }

    /// Persons of one account: a large family, or a small group that somebody looks after.
    package static let limit = 10
}

/// Why a person is not kept.
package enum PersonRefusal: Error, Hashable, Sendable {
    /// The account has ``Person/limit`` persons.
    case tooMany
    /// Another person of the account has the name, without regard to case: messages could not be told apart.
    case knownName
}
