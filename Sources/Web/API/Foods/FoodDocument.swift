import HTTP
import Help

/// A food that a person is allergic to, as it is sent and read.
struct FoodDocument: HelpDocument {
    static let members: Set = ["food", "name", "sign", "severity", "note"]
    static let name = "foods"
    static let parameter = "food"

    /// The code of the catalogue; with it there is no name and no sign.
    let food: String?
    let name: String?
    let sign: String?
    let severity: String
    let note: String

    init(_ allergy: FoodAllergy) {
        switch allergy.food {
        case .known(let code): (food, name, sign) = (code, nil, nil)
        case .own(let name, let sign): (food, self.name, self.sign) = (nil, name, sign)
        }
        (severity, note) = (allergy.severity, allergy.note)
    }

    func checked() throws -> FoodAllergy {
        var mistakes = Mistakes(.invalidRecord)
        let found = checkedFood(&mistakes)
        mistakes.text(severity, within: 0...FoodAllergy.severityLength, at: "/severity")
        mistakes.text(note, within: 0...FoodAllergy.noteLength, at: "/note", lines: true)
        try mistakes.check()
        guard let found else { preconditionFailure("what was checked has no mistakes") }
        return FoodAllergy(food: found, severity: severity, note: note)
    }

    private func checkedFood(_ mistakes: inout Mistakes) -> FoodAllergy.Food? {
        if let food {
            if !FoodCatalogue.has(food) {
                mistakes.note("/food", "There is no food with this code; GET /v1/foods lists them.")
            }
            for (pointer, text) in [("/name", name), ("/sign", sign)] where text != nil {
                mistakes.note(pointer, "A food of the catalogue has the name and the sign of the catalogue.")
            }
            return .known(food)
        }
        guard let name else {
            mistakes.note("/food", "Give the code of a food, or a name and a sign.")
            return nil
        }
        guard let sign else {
            mistakes.note("/sign", "A food of one's own has a sign: an emoji or two letters.")
            return nil
        }
        mistakes.text(name, within: 1...FoodAllergy.nameLength, at: "/name")
        if HelpText.plain(name).isEmpty { mistakes.note("/name", "A name has letters.") }
        mistakes.text(sign, within: 1...FoodAllergy.signScalars, at: "/sign")
        if sign.count > FoodAllergy.signLength {
            mistakes.note("/sign", "A sign is an emoji or two letters.")
        }
        return .own(name: name, sign: sign)
    }
}
