import Foundation

/// A person's identity at a provider, as the provider has proven it.
package struct ProvenIdentity: Hashable, Codable, Sendable {
    /// The provider's name here.
    package let provider: String
    /// The person's permanent identifier at the provider, 1 to 255 bytes.
    ///
    /// It is never shown or logged.
    package let subject: String
    /// The person's e-mail address, if the provider gives it.
    package let email: String?
    /// Whether the provider vouches for the person's ownership of the address.
    package let isEmailVerified: Bool
    /// The person's display name at the provider.
    package let name: String?

    package init(provider: String, subject: String, email: String?, isEmailVerified: Bool, name: String?) {
        (self.provider, self.subject) = (provider, subject)
        self.email = email.flatMap { Self.plain($0, upTo: 254) }
        self.isEmailVerified = isEmailVerified && self.email != nil
        self.name = name.flatMap { Self.plain($0, upTo: 100) }
    }

    /// Returns trimmed text without control characters if it is not too long, otherwise `nil`.
    private static func plain(_ text: String, upTo limit: Int) -> String? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.generalCategory.isControl }
        return !text.isEmpty && text.count <= limit && isPlain ? text : nil
    }
}

extension Unicode.GeneralCategory {
    /// Whether characters are invisible or alter others, and could make one address look like another.
    fileprivate var isControl: Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse]
            .contains(self)
    }
}
