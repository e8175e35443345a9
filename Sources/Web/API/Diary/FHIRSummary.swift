import Allergens
import Crypto
import Diary
import Foundation
import Observations
import Papers

/// A diary as resources of FHIR R4, for the programs of a practice.
///
/// Health values have codes of LOINC. What else there is has codes of systems of our own: LOINC has none for these
/// scores, and SNOMED CT needs a licence. Each has a text that people can read. The summary names nobody: who hands
/// it over says whose it is.
struct FHIRSummary {
    /// The address below which our codes and the questionnaire are named.
    private let home: String
    private let subject: FHIRReference
    private let patient: FHIRPatient
    private(set) var resources: [FHIRBundle.Resource] = []

    /// - Parameters:
    ///   - summary: What it tells.
    ///   - base: The service's address.
    ///   - zone: Where the person lives.
    init(_ summary: DiarySummary, base: String, in zone: TimeZone) {
        home = "\(base)/fhir"
        patient = FHIRPatient(id: Self.identifier("patient", summary.entries.first?.day.description ?? ""))
        subject = FHIRReference(reference: "urn:uuid:\(patient.id)")
        resources = [.patient(patient), .questionnaire(questionnaire)]
        for entry in summary.entries { add(entry) }
        for allergen in summary.allergens { add(summary.air, of: allergen) }
        for day in summary.metrics {
            resources += FHIRMetrics(day, of: subject, home: home, in: zone).observations.map {
                .observation($0)
            }
        }
        resources += FHIRTreatment(summary, of: subject, home: home, in: zone).resources
    }

    /// An identifier that the same thing always gets.
    static func identifier(_ parts: String...) -> String {
        var bytes = Array(SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).prefix(16))
        // Version 8: made in a way of our own (RFC 9562, section 5.8).
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = bytes.map { String(format: "%02x", $0) }.joined()
        let ends = [8, 12, 16, 20, 32]
        let starts = [0] + ends.dropLast()
        return zip(starts, ends).map { text.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }

    private var questionnaire: FHIRQuestionnaire {
        FHIRQuestionnaire(
            id: Self.identifier(home, "quiz"), url: "\(home)/Questionnaire/daily-quiz", version: "1",
            title: "How was the day?",
            item: [.init(linkId: "day", text: "Day", type: "date")]
                + DiaryQuestion.allCases.map { question in
                    let range = question.range
                    return .init(
                        linkId: question.rawValue,
                        text: "\(question.words), \(range.lowerBound) to \(range.upperBound)", type: "integer"
                    )
                }
                + DiaryMedicine.allCases.map { medicine in
                    .init(
                        linkId: medicine.rawValue, text: "Taken: \(medicine.rawValue.words)", type: "boolean")
                })
    }

    private mutating func add(_ entry: DiaryEntry) {
        let day = entry.day.description
        let answers = answers(of: entry)
        if !answers.isEmpty {
            let items = [.init(linkId: "day", answer: [.init(valueDate: day)])] + answers
            resources.append(
                .response(
                    FHIRQuestionnaireResponse(
                        id: Self.identifier(home, "quiz", day),
                        questionnaire: "\(home)/Questionnaire/daily-quiz|1", subject: subject,
                        authored: entry.changed, source: subject, item: items)))
        }
        addScores(of: entry)
        for symptom in DiarySymptom.allCases {
            guard let number = entry.number(.symptom(symptom)),
                let grade = DiarySymptom.Grade(number: number)
            else { continue }
            let words = FHIRConcept(
                coding: [FHIRCoding(system: "\(home)/CodeSystem/grade", code: grade.rawValue)],
                text: grade.rawValue.words)
            add(
                survey("symptom", symptom.rawValue, symptom.rawValue.words, day) {
                    $0.valueCodeableConcept = words
                })
        }
        for medicine in DiaryMedicine.allCases
        where medicine != .none && entry.number(.medicine(medicine)) == 1 {
            resources.append(
                .medication(
                    FHIRMedicationStatement(
                        id: Self.identifier(home, medicine.rawValue, day),
                        medicationCodeableConcept: code(
                            "medicine", medicine.rawValue, medicine.rawValue.words),
                        subject: subject, effectiveDateTime: day, informationSource: subject)))
        }
        if let note = entry.note {
            add(survey("diary", "note", "Note", day) { $0.valueString = note })
        }
    }

    private func answers(of entry: DiaryEntry) -> [FHIRQuestionnaireResponse.Item] {
        let numbers = DiaryQuestion.allCases.compactMap { question in
            entry.answer(to: question).map { number in
                FHIRQuestionnaireResponse.Item(
                    linkId: question.rawValue, answer: [.init(valueInteger: number)])
            }
        }
        return numbers
            + DiaryMedicine.allCases.compactMap { medicine in
                entry.number(.medicine(medicine)).map { number in
                    .init(linkId: medicine.rawValue, answer: [.init(valueBoolean: number == 1)])
                }
            }
    }

    private mutating func addScores(of entry: DiaryEntry) {
        let scores = DiaryScores(entry)
        let found: [(code: String, words: String, value: Double?)] = [
            ("dss", "Daily symptom score (EAACI), 0 to 3", scores.dss),
            ("dms", "Daily medication score (EAACI), 0 to 3", scores.dms.map(Double.init)),
            ("csms", "Combined symptom and medication score (EAACI), 0 to 6", scores.csms),
            ("tnss", "Total nasal symptom score, 0 to 12", scores.tnss.map(Double.init)),
            ("toss", "Total ocular symptom score, 0 to 9", scores.toss.map(Double.init)),
            ("rtss", "Rhinoconjunctivitis total symptom score, 0 to 18", scores.rtss.map(Double.init)),
        ]
        for (code, words, value) in found {
            guard let value else { continue }
            let quantity = FHIRQuantity(value: value, unit: "score", code: "{score}")
            add(survey("score", code, words, entry.day.description) { $0.valueQuantity = quantity })
        }
    }

    private mutating func add(_ air: MeasuredAir, of allergen: Allergen) {
        guard let series = air.series[allergen.id], let unit = allergen.unit else { return }
        let names = air.stations.filter { series.stations.contains($0.id) }.map(\.name)
        let isSimulated = air.stations.contains { series.stations.contains($0.id) && $0.isSimulated }
        let origin = "\(isSimulated ? "Simulated" : "Measured") at \(names.joined(separator: ", "))"
        for (day, value) in series.values.sorted(by: { $0.key < $1.key }) {
            let rounded = (value * 10).rounded() / 10
            var observation = FHIRObservation(
                id: Self.identifier(home, "air", allergen.id.rawValue, day.description),
                category: [.exposure(home)],
                code: code("allergen", allergen.id.rawValue, "In the air: \(allergen.id.rawValue.words)"),
                subject: subject, effectiveDateTime: day.description)
            observation.valueQuantity = FHIRQuantity(value: rounded, unit: unit.symbol, code: unit.ucum)
            observation.note = [FHIRNote(text: origin)]
            add(observation)
        }
    }

    private mutating func add(_ observation: FHIRObservation) { resources.append(.observation(observation)) }

    private func survey(
        _ system: String, _ code: String, _ words: String, _ day: String,
        _ value: (inout FHIRObservation) -> Void
    ) -> FHIRObservation {
        var observation = FHIRObservation(
            id: Self.identifier(home, system, code, day), category: [.category("survey", "Survey")],
            code: self.code(system, code, words), subject: subject, effectiveDateTime: day)
        value(&observation)
        return observation
    }

    private func code(_ system: String, _ code: String, _ words: String) -> FHIRConcept {
        FHIRConcept(
            coding: [FHIRCoding(system: "\(home)/CodeSystem/\(system)", code: code)], text: words)
    }
}

extension DiaryQuestion {
    /// The question in English.
    fileprivate var words: String {
        switch self {
        case .feeling: "How the day was, from very good to very bad"
        case .work: "Work or school disturbed"
        case .sleep: "Sleep disturbed"
        case .vasOverall: "Visual analogue scale of the whole day"
        case .vasNose: "Visual analogue scale of the nose"
        case .vasEyes: "Visual analogue scale of the eyes"
        case .vasLungs: "Visual analogue scale of breathing"
        case .vasWork: "Visual analogue scale of work or school"
        case .vasSleep: "Visual analogue scale of sleep"
        case .nose, .eyes, .throat, .lungs, .skin, .sneezing, .runnyNose, .itchyNose, .blockedNose,
            .itchyEyes, .wateryEyes, .redEyes:
            rawValue.words
        }
    }
}

extension FHIRConcept {
    /// What is around a person: a category of our own.
    static func exposure(_ home: String) -> FHIRConcept {
        FHIRConcept(
            coding: [FHIRCoding(system: "\(home)/CodeSystem/category", code: "exposure")], text: "Exposure")
    }

    /// A category of observations that FHIR names.
    static func category(_ code: String, _ text: String) -> FHIRConcept {
        let system = "http://terminology.hl7.org/CodeSystem/observation-category"
        return FHIRConcept(coding: [FHIRCoding(system: system, code: code, display: text)], text: text)
    }
}

extension String {
    /// A name such as `runnyNose` or `pm2_5` in words: “Runny nose”.
    var words: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words += " " }
            words += character == "_" ? " " : character.lowercased()
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension ConcentrationUnit {
    /// The unit in UCUM (https://ucum.org/ucum), where grains and spores are counts.
    fileprivate var ucum: String {
        switch self {
        case .grainsPerCubicMetre, .sporesPerCubicMetre: "{count}/m3"
        case .microgramsPerCubicMetre: "ug/m3"
        }
    }
}
