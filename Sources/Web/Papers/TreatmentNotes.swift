package import Allergens
package import Help

/// The medicines of a person and their doses of immunotherapy, as the person noted them.
package struct TreatmentNotes: Sendable {
    /// The medicines that are planned at present.
    package let plan: [Kept<Medicine>]
    /// What was taken or skipped on the days of a summary, the oldest first.
    package let intakes: [(day: CivilDate, intake: Intakes.Entry)]
    /// The doses of these days, the oldest first.
    package let doses: [(day: CivilDate, dose: Dose)]

    /// - Parameters:
    ///   - plan: The medicines that are planned at present.
    ///   - intakes: What was noted of medicines; what was put off is left out, because nobody knows what became of it.
    ///   - doses: The doses of each day.
    package init(
        plan: [Kept<Medicine>], intakes: [(day: CivilDate, part: Intakes)],
        doses: [(day: CivilDate, part: DoseDay)]
    ) {
        self.plan = plan
        self.intakes = intakes.flatMap { day, part in
            part.entries.filter { $0.state != .later }.map { (day, $0) }
        }
        self.doses = doses.flatMap { day, part in part.doses.map { (day, $0) } }
    }

    package static let none = TreatmentNotes(plan: [], intakes: [], doses: [])
}

extension Medicine {
    /// Its name and strength.
    package var label: String { Self.label(name, strength) }

    fileprivate static func label(_ name: String, _ strength: String) -> String {
        strength.isEmpty ? name : "\(name) \(strength)"
    }
}

extension Intakes.Entry {
    /// The name and strength of the medicine by then.
    package var label: String { Medicine.label(name, strength) }
}

/// A medicine under one name and strength, and how often something was noted of it.
struct MedicineCourse {
    let label: String
    /// What is planned of it at present.
    let plan: Medicine?
    let taken: Int
    let skipped: Int

    private struct Key: Hashable {
        let medicine: String
        let label: String
    }

    /// Every medicine of a plan and every noted one, the most noted first.
    static func all(of notes: TreatmentNotes) -> [MedicineCourse] {
        let noted = Dictionary(grouping: notes.intakes.map(\.intake)) {
            Key(medicine: $0.medicine, label: $0.label)
        }
        let plan = Dictionary(
            uniqueKeysWithValues: notes.plan.map {
                (Key(medicine: $0.id.rawValue, label: $0.record.label), $0.record)
            })
        return Set(noted.keys).union(plan.keys).map { key in
            let intakes = noted[key] ?? []
            return MedicineCourse(
                label: key.label, plan: plan[key], taken: intakes.count { $0.state == .taken },
                skipped: intakes.count { $0.state == .skipped })
        }.sorted { ($1.taken + $1.skipped, $0.label) < ($0.taken + $0.skipped, $1.label) }
    }
}

/// A dosage of immunotherapy, and the days on which it was noted.
struct DoseCourse {
    /// One of its doses.
    let dose: Dose
    /// In their order; at least one.
    let days: [CivilDate]
    /// On how many of these days symptoms followed.
    let reactions: Int

    private struct Key: Hashable {
        let dosage: [String]
        let allergen: TreatedAllergen
        let isHalf: Bool
    }

    /// Every dosage, the latest first.
    static func all(of notes: TreatmentNotes) -> [DoseCourse] {
        let byDosage = Dictionary(grouping: notes.doses) { _, dose in
            Key(
                dosage: [dose.dosage, "\(dose.amount)", dose.unit, dose.route.rawValue],
                allergen: dose.allergen, isHalf: dose.isHalf)
        }
        return byDosage.values.map { doses in
            DoseCourse(
                dose: doses[0].dose, days: doses.map(\.day).sorted(),
                reactions: doses.count { $0.dose.reaction != nil })
        }.sorted {
            ($1.days[$1.days.count - 1], $0.dose.dosage) < ($0.days[$0.days.count - 1], $1.dose.dosage)
        }
    }
}
