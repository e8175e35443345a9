/// Somebody whom a person wants to reach in an emergency.
package struct EmergencyContact: HelpRecord {
    package static let kind = HelpKind.contact
    /// A family, a school, two doctors and a clinic.
    package static let limit = 10
    /// The most characters of a name and of a relation.
    package static let textLength = 80
    /// A place in the order.
    package static let places = 0...99

    /// Who it is.
    package enum Role: String, CaseIterable, Codable, Sendable {
        case contact, doctor, clinic
    }

    /// Whether the contact has agreed to be written to.
    package enum Agreement: String, CaseIterable, Codable, Sendable {
        case notAsked, asked, agreed, declined
    }

    package let name: String
    /// In the person's own words, such as "my sister".
    package let relation: String
    /// Called and written to from the person's own phone; empty if there is none.
    package let phone: String
    /// Where the service writes, once the contact has agreed.
    package let email: ContactAddress?
    package let role: Role
    /// Contacts with lower numbers come first.
    package let order: Int
    /// It holds for the address alone.
    package private(set) var agreement = Agreement.notAsked

    package init(
        name: String, relation: String, phone: String, email: ContactAddress?, role: Role, order: Int
    ) {
        (self.name, self.relation, self.phone) = (name, relation, phone)
        (self.email, self.role, self.order) = (email, role, order)
    }

    /// The same contact with another agreement.
    package func with(_ agreement: Agreement) -> EmergencyContact {
        var contact = self
        contact.agreement = agreement
        return contact
    }

    /// What a contact has agreed to stands as long as the address does.
    package func following(_ former: EmergencyContact) -> EmergencyContact {
        with(email?.normal == former.email?.normal ? former.agreement : .notAsked)
    }

    /// Whether a text is a phone number as people write it: digits, with spaces and signs between them.
    package static func isPhone(_ text: String) -> Bool {
        guard text.utf8.count <= 32, let first = text.first, first == "+" || first == "(" || first.isDigit
        else { return false }
        let rest = text.dropFirst()
        return rest.allSatisfy { $0.isDigit || " ()./-".contains($0) } && text.count { $0.isDigit } >= 3
    }
}

/// An e-mail address: `local@domain` in ASCII, as every mail server takes it.
package struct ContactAddress: Hashable, Codable, Sendable {
    /// As given.
    package let text: String

    /// Checks an address; RFC 5321, section 4.5.3.1, allows 64 characters before the `@`, 254 in all.
    ///
    /// - Returns: `nil` if it is none.
    package init?(_ text: String) {
        guard text.utf8.count <= 254, text.wholeMatch(of: Self.form) != nil else { return nil }
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The same for all ways to write it: no mailbox in use tells capitals from others.
    package var normal: String { text.lowercased() }

    /// A dot-atom (RFC 5322, section 3.2.3), and at least two labels; the last one is no number
    /// (RFC 1123, section 2.1).
    private static var form: Regex<Substring> {
        /(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+\/=?^_`{|}~\-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`{|}~\-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)+(?![0-9]+$)[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
