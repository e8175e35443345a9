import Alerts
import Allergens
import Diary
import Foundation
import HTTP

/// What a device says of a day; null takes an item back, and what is absent stays as it is.
struct DiaryRequest: StrictDocument {
    static let members: Set = ["said", "answers", "medicines", "symptoms", "note"]

    /// When it was said; now if it is absent.
    let said: String?
    let answers: [String: Int?]
    let medicines: [String: Bool?]
    let symptoms: [String: String?]
    /// `nil` if the note stays as it is, and a `nil` in it if it is taken back.
    let note: String??

    private enum CodingKeys: CodingKey {
        case said, answers, medicines, symptoms, note
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        said = try container.decodeIfPresent(String.self, forKey: .said)
        answers = try container.decodeIfPresent([String: Int?].self, forKey: .answers) ?? [:]
        medicines = try container.decodeIfPresent([String: Bool?].self, forKey: .medicines) ?? [:]
        symptoms = try container.decodeIfPresent([String: String?].self, forKey: .symptoms) ?? [:]
        note =
            container.contains(.note)
            ? .some(try container.decodeIfPresent(String.self, forKey: .note)) : nil
    }

    /// The change, if all of it is valid.
    func checked(at now: Date) throws -> DiaryChange {
        var mistakes = Mistakes(.invalidDiary)
        var values: [DiaryItem: DiaryEntry.Value?] = [:]
        for (name, answer) in answers {
            guard let question = mistakes.name(name, in: "/answers", as: DiaryQuestion.self) else { continue }
            if let answer, !question.range.contains(answer) {
                let range = question.range
                mistakes.note(
                    "/answers/\(name)",
                    "This is a whole number from \(range.lowerBound) to \(range.upperBound).")
            }
            values.updateValue(answer.map(DiaryEntry.Value.number), forKey: .question(question))
        }
        for (name, isTaken) in medicines {
            guard let medicine = mistakes.name(name, in: "/medicines", as: DiaryMedicine.self)
            else { continue }
            values.updateValue(isTaken.map { .number($0 ? 1 : 0) }, forKey: .medicine(medicine))
        }
        for (name, grade) in symptoms {
            guard let symptom = mistakes.name(name, in: "/symptoms", as: DiarySymptom.self) else { continue }
            let grade = mistakes.word(grade, at: "/symptoms/\(name)", as: DiarySymptom.Grade.self)
            values.updateValue(grade.map { .number($0.number) }, forKey: .symptom(symptom))
        }
        if let note { values.updateValue(mistakes.diaryNote(note), forKey: .note) }
        let instant = said.flatMap { Date(rfc3339: $0) }
        if said != nil, instant == nil {
            mistakes.note("/said", "This is a time as in RFC 3339, such as 2026-04-08T13:00:00Z.")
        }
        try mistakes.check()
        return DiaryChange(said: instant ?? now, values: values, arrived: now)
    }
}

extension Mistakes {
    /// Reads the name of a member.
    fileprivate mutating func name<Name: RawRepresentable & CaseIterable>(
        _ text: String, in pointer: String, as type: Name.Type
    ) -> Name? where Name.RawValue == String {
        if let name = Name(rawValue: text) { return name }
        let path = text.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
        note("\(pointer)/\(path)", "There is no such member.")
        return nil
    }

    /// Reads a note, which may have several lines.
    fileprivate mutating func diaryNote(_ text: String?) -> DiaryEntry.Value? {
        guard let text else { return nil }
        let limit = DiaryEntry.noteLength
        let isPlain =
            (1...limit).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        if !isPlain {
            note("/note", "A note has 1 to \(limit) characters, none of them control but the ends of lines.")
        }
        return .text(text)
    }
}

/// A day of the diary as the person sees it.
struct DiaryEntryAnswer: Encodable {
    /// What a report to others would say with what was said of the day.
    struct Report: Encodable { let symptoms: [Symptom] }

    let day: String
    let begun: Date
    let changed: Date
    /// Whether it was begun after the day.
    let late: Bool
    let answers: [String: Int]
    let medicines: [String: Bool]
    let symptoms: [String: String]
    let note: String?
    let scores: DiaryScores
    /// Present on a bad day.
    let report: Report?
    /// Present where a symptom should not wait.
    var attention: AttentionAnswer?

    init(_ entry: DiaryEntry, in zone: TimeZone) {
        day = entry.day.description
        (begun, changed) = (entry.begun, entry.changed)
        late = entry.isLate(in: zone)
        answers = Self.named(DiaryQuestion.allCases) { entry.answer(to: $0) }
        medicines = Self.named(DiaryMedicine.allCases) { entry.number(.medicine($0)).map { $0 == 1 } }
        symptoms = Self.named(DiarySymptom.allCases) { symptom in
            entry.number(.symptom(symptom)).flatMap(DiarySymptom.Grade.init(number:))?.rawValue
        }
        note = entry.note
        scores = DiaryScores(entry)
        report = entry.isBad ? Report(symptoms: entry.reportable) : nil
    }

    private static func named<Name: RawRepresentable, Value>(
        _ names: [Name], _ value: (Name) -> Value?
    ) -> [String: Value] where Name.RawValue == String {
        var values: [String: Value] = [:]
        for name in names { values[name.rawValue] = value(name) }
        return values
    }
}

extension DiaryEntry {
    /// The symptoms of the day that a report can name, in its order.
    fileprivate var reportable: [Symptom] {
        var found: Set<Symptom> = []
        for (question, symptom) in Self.reportedQuestions where (answer(to: question) ?? 0) > 0 {
            found.insert(symptom)
        }
        for (item, symptom) in Self.reportedSymptoms where (number(.symptom(item)) ?? 0) > 0 {
            found.insert(symptom)
        }
        return Symptom.allCases.filter(found.contains)
    }

    private static let reportedQuestions: [DiaryQuestion: Symptom] = [
        .sneezing: .sneezing, .runnyNose: .runnyNose, .blockedNose: .blockedNose, .itchyNose: .itchyNose,
        .itchyEyes: .itchyEyes, .wateryEyes: .wateryEyes,
    ]

    private static let reportedSymptoms: [DiarySymptom: Symptom] = [
        .runnyNose: .runnyNose, .sinusCongestion: .blockedNose, .redOrItchyEyes: .itchyEyes,
        .coughing: .cough, .wheezing: .wheezing, .shortnessOfBreath: .breathlessness, .hives: .rash,
    ]
}
