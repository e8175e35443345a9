import Allergens
import Foundation
import HTTP
import People

/// A person as the guardian sends the details.
struct PersonRequest: Decodable {
    let name: String
    /// The day of birth.
    let born: String?

    /// The person's details, if all of them are valid.
    func checked(today: CivilDate) throws -> Person.Details {
        var mistakes = Mistakes(.invalidPerson)
        let born = mistakes.day(born, at: "/born")
        if let born, born > today { mistakes.note("/born", "Nobody is born in the future.") }
        let details = Person.Details(name: name, born: born)
        let length = Person.Details.nameLength
        if details == nil || name.unicodeScalars.count > length {
            mistakes.note("/name", "A name has 1 to \(length) characters, and no control characters.")
        }
        try mistakes.check()
        guard let details else { preconditionFailure("what was checked has no mistakes") }
        return details
    }
}

/// A person as the guardian sees the details.
struct PersonAnswer: Encodable {
    let id: String
    let name: String
    let born: String?

    init(_ person: Person) {
        id = person.id.rawValue
        name = person.name
        born = person.details.born?.description
    }
}
