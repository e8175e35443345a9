import Alerts
import Diary
import Foundation
import People
package import Site

/// The numbers to call, by country.
struct EmergencyNumbersAnswer: Encodable {
    struct Country: Encodable {
        let country: String
        let ambulance: [String]
        let general: String
    }

    let date: String
    let source: String
    let countries: [Country]

    init(_ numbers: EmergencyNumbers) {
        (date, source) = (numbers.date, numbers.source)
        countries = numbers.countries.map {
            Country(country: $0.country, ambulance: $0.ambulance, general: $0.general)
        }
    }
}

/// What is said to everybody who notes a symptom that should not wait, whatever else they note.
package struct AttentionRule: Sendable {
    private let words: MedicalWords
    private let numbers: EmergencyNumbers

    package init(_ words: MedicalWords, _ numbers: EmergencyNumbers = .builtIn) {
        (self.words, self.numbers) = (words, numbers)
    }

    /// What is said about the symptoms of a day; `nil` if none of them is worrisome.
    func answer(to entry: DiaryEntry, in language: Language, _ zone: TimeZone) -> AttentionAnswer? {
        let noted = DiarySymptom.allCases.filter { symptom in
            symptom.isWorrisome && (entry.number(.symptom(symptom)) ?? 0) > 0
        }
        return answer(to: noted.map(\.rawValue), in: language, zone)
    }

    /// What is said about the symptoms of a report; `nil` if none of them is worrisome.
    func answer(to symptoms: [Symptom], in language: Language, _ zone: TimeZone) -> AttentionAnswer? {
        answer(to: symptoms.filter(\.isWorrisome).map(\.rawValue), in: language, zone)
    }

    /// What is said about symptoms after a dose; `nil` if none of them is worrisome.
    func answer(to symptoms: [DiarySymptom], in language: Language, _ zone: TimeZone) -> AttentionAnswer? {
        answer(to: symptoms.filter(\.isWorrisome).map(\.rawValue), in: language, zone)
    }

    private func answer(to symptoms: [String], in language: Language, _ zone: TimeZone) -> AttentionAnswer? {
        guard !symptoms.isEmpty else { return nil }
        let numbers = numbers.numbers(in: zone)
        let first = numbers.first ?? ""
        return AttentionAnswer(
            symptoms: symptoms, title: words.text("help.attention.title", in: language),
            text: words.text("help.attention.text", in: language, ["number": first]), numbers: numbers)
    }
}

/// What is said about worrisome symptoms, with the numbers of the country where the person lives.
struct AttentionAnswer: Encodable {
    /// The symptoms that it is about.
    let symptoms: [String]
    let title: String
    let text: String
    /// The one to call first before the others.
    let numbers: [String]
    /// The page that says what to do.
    let page = "/emergency"
}
