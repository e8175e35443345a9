import Allergens
import Diary
import Foundation
import Help
import Papers

/// The medicines of a person and their doses of immunotherapy, as resources of FHIR R4.
///
/// What is planned is a statement without a time, with its times as its dosage. What was taken or skipped is a
/// statement of that moment, and what was put off is none: nobody knows what became of it. A dose of immunotherapy
/// is an administration, and each symptom after it an observation that is a part of it. All of it is what the
/// person noted; nothing of it is an order.
struct FHIRTreatment {
    private let notes: TreatmentNotes
    private let subject: FHIRReference
    /// The address below which our own codes are named.
    private let home: String
    private let zone: TimeZone
    /// The last day of the summary.
    private let end: CivilDate

    init(_ summary: DiarySummary, of subject: FHIRReference, home: String, in zone: TimeZone) {
        notes = summary.treatment
        end = summary.days.upperBound
        (self.subject, self.home, self.zone) = (subject, home, zone)
    }

    var resources: [FHIRBundle.Resource] {
        notes.plan.map { .medication(planned($0)) }
            + notes.intakes.map { .medication(noted($1, on: $0)) }
            + notes.doses.flatMap { day, dose in
                [.administration(administration(dose, on: day))]
                    + reactions(to: dose, on: day).map { .observation($0) }
            }
    }

    private func planned(_ kept: Kept<Medicine>) -> FHIRMedicationStatement {
        let medicine = kept.record
        let isOver = medicine.until.map { $0 < end } ?? false
        var statement = FHIRMedicationStatement(
            id: FHIRSummary.identifier(home, "plan", kept.id.rawValue),
            status: isOver ? .completed : medicine.isPaused ? .onHold : .active,
            medicationCodeableConcept: FHIRConcept(
                text: "\(medicine.label), \(medicine.form.rawValue.words.lowercased())"),
            subject: subject, informationSource: subject)
        statement.dateAsserted = kept.changed
        statement.reasonCode = medicine.reason.isEmpty ? nil : [FHIRConcept(text: medicine.reason)]
        statement.dosage =
            medicine.times.isEmpty
            ? [FHIRDosage(text: "When needed", asNeededBoolean: true)]
            : medicine.times.map { time in
                FHIRDosage(
                    text: time.amount.isEmpty ? time.time.text : "\(time.amount) at \(time.time.text)",
                    timing: FHIRTiming(at: time.time, medicine.days, until: medicine.until))
            }
        return statement
    }

    private func noted(_ intake: Intakes.Entry, on day: CivilDate) -> FHIRMedicationStatement {
        var statement = FHIRMedicationStatement(
            id: FHIRSummary.identifier(home, "intake", intake.medicine, day.description, intake.time.text),
            status: intake.state == .taken ? .completed : .notTaken,
            medicationCodeableConcept: FHIRConcept(text: intake.label), subject: subject,
            informationSource: subject)
        let moment =
            intake.state == .taken ? intake.at : LocalCalendar(zone).instant(of: intake.time, on: day)
        statement.effectiveDateTime = moment.formatted(.iso8601.local(to: zone))
        if !intake.amount.isEmpty { statement.dosage = [FHIRDosage(text: intake.amount)] }
        return statement
    }

    private func administration(_ dose: Dose, on day: CivilDate) -> FHIRMedicationAdministration {
        let treated = FHIRCoding(system: "\(home)/CodeSystem/treatment", code: dose.allergen.rawValue)
        let cofactors = Dose.Cofactor.allCases.compactMap { cofactor in
            dose.cofactors[cofactor].map { "\(cofactor.rawValue.words): \($0 ? "yes" : "no")" }
        }
        let before = dose.medicines.map { "Before it: \($0.name) \($0.strength)" }
        let notes = (cofactors + before + [dose.notes]).filter { !$0.isEmpty }
        return FHIRMedicationAdministration(
            id: identifier(of: dose, on: day),
            medicationCodeableConcept: FHIRConcept(
                coding: [treated], text: "Immunotherapy: \(dose.allergen.words)"),
            subject: subject, effectiveDateTime: moment(of: dose, on: day),
            performer: [.init(actor: subject)],
            dosage: .init(
                text: dose.dosage.isEmpty ? nil : dose.isHalf ? "\(dose.dosage) (half)" : dose.dosage,
                route: FHIRConcept(text: dose.route.rawValue.words),
                dose: FHIRQuantity(Double("\(dose.amount)") ?? 0, dose.unit)),
            note: notes.isEmpty ? nil : notes.map(FHIRNote.init))
    }

    private func reactions(to dose: Dose, on day: CivilDate) -> [FHIRObservation] {
        guard let reaction = dose.reaction else { return [] }
        let after = reaction.minutesAfter.map { "\($0) minutes after the dose" }
        let notes = [after ?? "After the dose", reaction.notes].filter { !$0.isEmpty }.map(FHIRNote.init)
        return reaction.symptoms.map { symptom in
            let code = FHIRCoding(system: "\(home)/CodeSystem/symptom", code: symptom.rawValue)
            let present = FHIRCoding(system: "\(home)/CodeSystem/grade", code: "present")
            var observation = FHIRObservation(
                id: FHIRSummary.identifier(
                    home, "reaction", symptom.rawValue, dose.allergen.rawValue, day.description),
                category: [.category("survey", "Survey")],
                code: FHIRConcept(coding: [code], text: symptom.rawValue.words), subject: subject,
                effectiveDateTime: moment(of: dose, on: day, minutesAfter: reaction.minutesAfter ?? 0))
            observation.partOf = [FHIRReference(reference: "urn:uuid:\(identifier(of: dose, on: day))")]
            observation.valueCodeableConcept = FHIRConcept(coding: [present], text: "Present")
            observation.note = notes
            return observation
        }
    }

    private func identifier(of dose: Dose, on day: CivilDate) -> String {
        FHIRSummary.identifier(home, "dose", dose.allergen.rawValue, day.description)
    }

    private func moment(of dose: Dose, on day: CivilDate, minutesAfter minutes: Int = 0) -> String {
        LocalCalendar(zone).instant(of: dose.time, on: day).addingTimeInterval(Double(minutes) * 60)
            .formatted(.iso8601.local(to: zone))
    }
}

extension TreatedAllergen {
    /// Its name in English.
    fileprivate var words: String {
        switch self {
        case .food(let code):
            FoodCatalogue.standard.foods.first { $0.code == code }?.names["en"] ?? code.words
        case .air(let key): key.words
        case .own(let name): name
        }
    }
}

extension FHIRQuantity {
    /// The codes of UCUM for units that people write; other units have only their words.
    private static let codes = ["mg": "mg", "g": "g", "µg": "ug", "ug": "ug", "ml": "mL", "mL": "mL"]

    /// An amount with a unit in somebody's own words.
    fileprivate init(_ value: Double, _ unit: String) {
        let code = Self.codes[unit]
        self.init(value: value, unit: unit, system: code == nil ? nil : Self.ucum, code: code)
    }
}

extension FHIRTiming {
    fileprivate init(at time: LocalTime, _ days: PlannedDays, until: CivilDate?) {
        var first: CivilDate?
        switch days {
        case .weekdays(let weekdays):
            let named = Weekday.allCases.filter(weekdays.contains).map { String($0.rawValue.prefix(3)) }
            (period, dayOfWeek) = (1, named.count == Weekday.allCases.count ? nil : named)
        case .every(let days, let from):
            (period, dayOfWeek) = (days, nil)
            first = from
        }
        timeOfDay = ["\(time.text):00"]
        boundsPeriod =
            first == nil && until == nil
            ? nil : FHIRPeriod(start: first?.description, end: until?.description)
    }
}
