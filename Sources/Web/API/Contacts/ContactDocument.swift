import Foundation
import HTTP
import Help

/// An emergency contact, as it is sent and read.
struct ContactDocument: HelpDocument {
    static let members: Set = ["name", "relation", "phone", "email", "kind", "order"]
    static let name = "contacts"
    static let parameter = "contact"

    let name: String
    let relation: String
    let phone: String
    let email: String?
    let kind: String
    let order: Int
    /// Only in answers.
    let agreement: String?

    init(_ contact: EmergencyContact) {
        (name, relation, phone) = (contact.name, contact.relation, contact.phone)
        (email, kind, order) = (contact.email?.text, contact.role.rawValue, contact.order)
        agreement = contact.agreement.rawValue
    }

    func checked() throws -> EmergencyContact {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(name, within: 1...EmergencyContact.textLength, at: "/name")
        mistakes.text(relation, within: 0...EmergencyContact.textLength, at: "/relation")
        if !phone.isEmpty, !EmergencyContact.isPhone(phone) {
            mistakes.note(
                "/phone", "A phone number has 3 digits or more, with spaces and ( ) . / - between them.")
        }
        let address = email.flatMap(ContactAddress.init)
        if email != nil, address == nil {
            mistakes.note(
                "/email",
                "This is no e-mail address as anna@example.org; domains with other letters are written as xn--…."
            )
        }
        let role = mistakes.word(kind, at: "/kind", as: EmergencyContact.Role.self)
        let places = EmergencyContact.places
        if !places.contains(order) {
            mistakes.note(
                "/order", "This is a whole number from \(places.lowerBound) to \(places.upperBound).")
        }
        try mistakes.check()
        guard let role else { preconditionFailure("what was checked has no mistakes") }
        return EmergencyContact(
            name: name, relation: relation, phone: phone, email: address, role: role, order: order)
    }
}
