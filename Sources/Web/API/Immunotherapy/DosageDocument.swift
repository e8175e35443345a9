import Foundation
import HTTP
import Help

/// A dosage, as it is sent and read.
struct DosageDocument: HelpDocument {
    static let members: Set = ["allergen", "name", "amount", "unit", "route", "notes", "current", "half"]
    static let name = "dosages"
    static let parameter = "dosage"

    private enum Key: String, CodingKey {
        case allergen, name, amount, unit, route, notes, current, half, halfAmount
    }

    let allergen: String
    let name: String
    let amount: Decimal
    let unit: String
    let route: String
    let notes: String
    let current: Bool
    let half: Bool
    /// Only in answers.
    private let halfAmount: Decimal?

    init(_ dosage: Dosage) {
        (allergen, name, amount) = (dosage.allergen.rawValue, dosage.name, dosage.amount)
        (unit, route, notes) = (dosage.unit, dosage.route.rawValue, dosage.notes)
        (current, half, halfAmount) = (dosage.isCurrent, dosage.hasHalf, dosage.halfAmount)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        allergen = try container.decode(String.self, forKey: .allergen)
        name = try container.decode(String.self, forKey: .name)
        amount = try container.decode(Decimal.self, forKey: .amount)
        unit = try container.decode(String.self, forKey: .unit)
        route = try container.decode(String.self, forKey: .route)
        notes = try container.decode(String.self, forKey: .notes)
        current = try container.decode(Bool.self, forKey: .current)
        half = try container.decode(Bool.self, forKey: .half)
        halfAmount = nil
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(allergen, forKey: .allergen)
        try container.encode(name, forKey: .name)
        try container.encode(amount, forKey: .amount)
        try container.encode(unit, forKey: .unit)
        try container.encode(route, forKey: .route)
        try container.encode(notes, forKey: .notes)
        try container.encode(current, forKey: .current)
        try container.encode(half, forKey: .half)
        try container.encodeIfPresent(halfAmount, forKey: .halfAmount)
    }

    func checked() throws -> Dosage {
        var mistakes = Mistakes(.invalidRecord)
        let treated = mistakes.treated(allergen, at: "/allergen")
        let given = mistakes.word(route, at: "/route", as: Dosage.Route.self)
        mistakes.text(name, within: 1...Dosage.nameLength, at: "/name")
        if HelpText.plain(name).isEmpty { mistakes.note("/name", "A name has letters.") }
        mistakes.amount(amount, at: "/amount")
        mistakes.text(unit, within: 1...Dosage.unitLength, at: "/unit")
        mistakes.text(notes, within: 0...Dosage.notesLength, at: "/notes", lines: true)
        try mistakes.check()
        guard let treated, let given else { preconditionFailure("what was checked has no mistakes") }
        return Dosage(
            allergen: treated, name: name, amount: amount, unit: unit, route: given, notes: notes,
            isCurrent: current, hasHalf: half)
    }
}

extension Mistakes {
    mutating func treated(_ text: String, at pointer: String) -> TreatedAllergen? {
        if let allergen = TreatedAllergen(rawValue: text) {
            if case .own(let name) = allergen {
                self.text(name, within: 1...TreatedAllergen.nameLength, at: pointer)
            }
            return allergen
        }
        note(
            pointer,
            "This is food: with a code of GET /v1/foods, air: with a key of GET /v1/allergens, or own: with a name."
        )
        return nil
    }

    mutating func amount(_ amount: Decimal, at pointer: String) {
        if Dosage.isSound(amount) { return }
        note(
            pointer,
            "An amount is above 0, at most \(Dosage.mostAmount), with at most \(Dosage.mostDigits) decimal places."
        )
    }
}
