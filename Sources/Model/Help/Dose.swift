package import Allergens
package import Diary
package import Foundation

/// A dose that was taken.
package struct Dose: Codable, Hashable, Sendable {
    /// A medicine that was taken before.
    package struct Medicine: Codable, Hashable, Sendable {
        package let name: String
        /// In the person's words, such as `10 mg`; may be empty.
        package let strength: String

        package init(name: String, strength: String) { (self.name, self.strength) = (name, strength) }
    }

    /// What may change how a dose is tolerated.
    package enum Cofactor: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
        case ill, sport, period, sleptBadly, stress, travelling, withFood
    }

    /// What happened after it.
    package struct Reaction: Codable, Hashable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case codes = "symptoms"
            case minutesAfter, notes
        }

        private let codes: [String]
        /// Minutes from the dose to the first symptom; `nil` if that is not said.
        package let minutesAfter: Int?
        package let notes: String

        package init(symptoms: Set<DiarySymptom>, minutesAfter: Int?, notes: String) {
            codes = DiarySymptom.allCases.filter(symptoms.contains).map(\.rawValue)
            (self.minutesAfter, self.notes) = (minutesAfter, notes)
        }

        /// At least one.
        package var symptoms: [DiarySymptom] { codes.compactMap(DiarySymptom.init) }
    }

    /// The most medicines, and the most characters of each one's name and strength.
    package static let (mostMedicines, medicineLength) = (10, 60)
    /// The most characters of a note.
    package static let notesLength = 1_000
    /// Minutes from a dose to a reaction.
    package static let minutesAfter = 0...1_440

    private enum CodingKeys: String, CodingKey {
        case allergen, dosage, amount, unit, route, medicines, cofactors, notes, reaction
        case clock = "time"
        case isHalf = "half"
    }

    package let allergen: TreatedAllergen
    private let clock: String
    /// The name of the dosage as it was then.
    package let dosage: String
    /// What was taken, as it was then.
    package let amount: Decimal
    package let unit: String
    package let route: Dosage.Route
    /// Whether it was the half of the dosage.
    package let isHalf: Bool
    package let medicines: [Medicine]
    /// What was so, and what was not; the others are not known.
    package let cofactors: [Cofactor: Bool]
    package let notes: String
    package let reaction: Reaction?

    package init(
        allergen: TreatedAllergen, time: LocalTime, dosage: String, amount: Decimal, unit: String,
        route: Dosage.Route, isHalf: Bool, medicines: [Medicine], cofactors: [Cofactor: Bool], notes: String,
        reaction: Reaction?
    ) {
        (self.allergen, clock, self.dosage, self.amount) = (allergen, time.text, dosage, amount)
        (self.unit, self.route, self.isHalf, self.medicines) = (unit, route, isHalf, medicines)
        (self.cofactors, self.notes, self.reaction) = (cofactors, notes, reaction)
    }

    /// When it was taken, where the person lives.
    package var time: LocalTime { LocalTime(clock) ?? LocalTime(hour: 0) }
}

/// The doses of a day, at most one of each allergen.
package struct DoseDay: HelpDayPart {
    package static let part = HelpPart.doses
    /// As many allergens are treated at once at most.
    package static let limit = 20

    /// In the order in which they were first noted.
    package private(set) var doses: [Dose] = []

    package init() {}

    package var isEmpty: Bool { doses.isEmpty }

    package subscript(allergen: TreatedAllergen) -> Dose? { doses.first { $0.allergen == allergen } }

    /// Notes a dose in place of the one of the allergen.
    ///
    /// - Throws: ``HelpRefusal`` when the day has the most doses.
    package mutating func note(_ dose: Dose) throws(HelpRefusal) {
        if let place = doses.firstIndex(where: { $0.allergen == dose.allergen }) {
            doses[place] = dose
        } else {
            guard doses.count < Self.limit else { throw .tooMany(limit: Self.limit) }
            doses.append(dose)
        }
    }

    package mutating func remove(_ allergen: TreatedAllergen) {
        doses.removeAll { $0.allergen == allergen }
    }
}
