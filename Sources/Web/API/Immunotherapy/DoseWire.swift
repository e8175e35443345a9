import Allergens
import Diary
import Foundation
import HTTP
import Help

/// A dose, as it is sent and read.
struct DoseDocument: StrictDocument, Encodable {
    static let members: Set = [
        "time", "dosage", "amount", "unit", "route", "half", "medicines", "cofactors", "notes", "reaction",
    ]

    struct Medicine: Codable {
        let name: String
        let strength: String
    }

    struct Reaction: Codable {
        let symptoms: [String]
        let minutesAfter: Int?
        let notes: String
    }

    let time: String
    let dosage: String
    let amount: Decimal
    let unit: String
    let route: String
    let half: Bool
    let medicines: [Medicine]
    let cofactors: [String: Bool]
    let notes: String
    let reaction: Reaction?

    init(_ dose: Dose) {
        (time, dosage, amount, unit) = (dose.time.text, dose.dosage, dose.amount, dose.unit)
        (route, half) = (dose.route.rawValue, dose.isHalf)
        medicines = dose.medicines.map { Medicine(name: $0.name, strength: $0.strength) }
        cofactors = Dictionary(uniqueKeysWithValues: dose.cofactors.map { ($0.key.rawValue, $0.value) })
        notes = dose.notes
        reaction = dose.reaction.map { reaction in
            Reaction(
                symptoms: reaction.symptoms.map(\.rawValue), minutesAfter: reaction.minutesAfter,
                notes: reaction.notes)
        }
    }

    /// The dose, if all of it is valid.
    func checked(of allergen: TreatedAllergen) throws -> Dose {
        var mistakes = Mistakes(.invalidRecord)
        let moment = mistakes.time(time, at: "/time")
        let given = mistakes.word(route, at: "/route", as: Dosage.Route.self)
        mistakes.text(dosage, within: 0...Dosage.nameLength, at: "/dosage")
        mistakes.amount(amount, at: "/amount")
        mistakes.text(unit, within: 1...Dosage.unitLength, at: "/unit")
        mistakes.check(medicines)
        let known = mistakes.cofactors(cofactors)
        mistakes.text(notes, within: 0...Dose.notesLength, at: "/notes", lines: true)
        let happened = reaction.flatMap { mistakes.reaction($0) }
        try mistakes.check()
        guard let moment, let given else { preconditionFailure("what was checked has no mistakes") }
        return Dose(
            allergen: allergen, time: moment, dosage: dosage, amount: amount, unit: unit, route: given,
            isHalf: half,
            medicines: medicines.map { Dose.Medicine(name: $0.name, strength: $0.strength) },
            cofactors: known, notes: notes, reaction: happened)
    }
}

extension Mistakes {
    fileprivate mutating func check(_ medicines: [DoseDocument.Medicine]) {
        if medicines.count > Dose.mostMedicines {
            note("/medicines", "These are at most \(Dose.mostMedicines).")
        }
        for (index, medicine) in medicines.prefix(Dose.mostMedicines).enumerated() {
            text(medicine.name, within: 1...Dose.medicineLength, at: "/medicines/\(index)/name")
            text(medicine.strength, within: 0...Dose.medicineLength, at: "/medicines/\(index)/strength")
        }
    }

    fileprivate mutating func cofactors(_ sent: [String: Bool]) -> [Dose.Cofactor: Bool] {
        var known: [Dose.Cofactor: Bool] = [:]
        for (name, isSo) in sent {
            let path = name.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
            if let cofactor = word(name, at: "/cofactors/\(path)", as: Dose.Cofactor.self) {
                known[cofactor] = isSo
            }
        }
        return known
    }

    fileprivate mutating func reaction(_ sent: DoseDocument.Reaction) -> Dose.Reaction {
        var symptoms: Set<DiarySymptom> = []
        for (index, name) in sent.symptoms.enumerated() {
            if let symptom = DiarySymptom(rawValue: name) {
                symptoms.insert(symptom)
            } else {
                note("/reaction/symptoms/\(index)", "There is no such symptom.")
            }
        }
        if sent.symptoms.isEmpty { note("/reaction/symptoms", "A reaction has at least one symptom.") }
        if let minutes = sent.minutesAfter, !Dose.minutesAfter.contains(minutes) {
            note("/reaction/minutesAfter", "This is 0 to \(Dose.minutesAfter.upperBound) minutes, or null.")
        }
        text(sent.notes, within: 0...Dose.notesLength, at: "/reaction/notes", lines: true)
        return Dose.Reaction(symptoms: symptoms, minutesAfter: sent.minutesAfter, notes: sent.notes)
    }
}

/// A dose of a day, as it is read.
struct DoseAnswer: Encodable {
    private enum Key: String, CodingKey { case day, allergen, attention }

    let day: CivilDate
    let dose: Dose
    /// What is said about symptoms that should not wait.
    var attention: AttentionAnswer?

    func encode(to encoder: any Encoder) throws {
        try DoseDocument(dose).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(day, forKey: .day)
        try container.encode(dose.allergen.rawValue, forKey: .allergen)
        try container.encodeIfPresent(attention, forKey: .attention)
    }
}

/// The doses of some days, oldest first.
struct DosesAnswer: Encodable { let doses: [DoseAnswer] }
