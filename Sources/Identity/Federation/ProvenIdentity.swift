import Foundation

/// Who somebody is at a provider, as the provider has proven.
package struct ProvenIdentity: Hashable, Codable, Sendable {
    /// The provider's name here.
    package let provider: String
    /// The person's unchanging name at the provider, 1 to 255 characters; never shown, and logged nowhere.
    package let subject: String
    /// The person's address, when the provider tells it.
    package let email: String?
    /// Whether the provider vouches that the address is theirs.
    package let isEmailVerified: Bool
    /// What the person is called there.
    package let name: String?

    package init(provider: String, subject: String, email: String?, isEmailVerified: Bool, name: String?) {
        (self.provider, self.subject) = (provider, subject)
        self.email = email.flatMap { Self.plain($0, upTo: 254) }
        self.isEmailVerified = isEmailVerified && self.email != nil
        self.name = name.flatMap { Self.plain($0, upTo: 100) }
    }

    /// A text without control characters and not too long, or `nil`.
    private static func plain(_ text: String, upTo limit: Int) -> String? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.generalCategory.isControl }
        return !text.isEmpty && text.count <= limit && isPlain ? text : nil
    }
}

extension Unicode.GeneralCategory {
    /// Characters that have no shape, or change that of others: they could make an address look like another one.
    fileprivate var isControl: Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse]
            .contains(self)
    }
}
