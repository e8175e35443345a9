import Allergens
import Foundation
import HTTP
import People

/// The welcome quiz as data; texts are given by their keys among the site's messages.
struct WelcomeQuestions: Encodable {
    struct Option: Encodable {
        let value: String
        let message: String
    }

    struct Question: Encodable {
        /// The member of the answers that the question fills.
        let id: String
        let message: String
        /// The kind of answer.
        ///
        /// `allergens` (a list of allergens, each with one of the options as severity), `choice` (one
        /// option), `choices` (any number of options) or `texts` (a list of words).
        let kind: String
        var options: [Option] = []
        /// The maximum length of a list.
        var most: Int?
        /// The maximum number of characters in a text.
        var length: Int?
        /// What the answer changes: `profile` (the watched allergens), or `nothing`.
        var effect = "nothing"
    }

    let questions = [
        Question(
            id: "allergens", message: "quiz.allergens", kind: "allergens",
            options: options(Sensitivity.self, "severity"), most: Profile.watchLimit, effect: "profile"),
        Question(
            id: "severeReactions", message: "quiz.severeReactions", kind: "choice",
            options: options(WelcomeQuiz.Frequency.self, "severeReactions")),
        Question(
            id: "diagnosedBy", message: "quiz.diagnosedBy", kind: "choice",
            options: options(WelcomeQuiz.Diagnosis.self, "diagnosedBy")),
        Question(
            id: "medication", message: "quiz.medication", kind: "texts", most: WelcomeQuiz.medicationLimit,
            length: WelcomeQuiz.medicineLength),
        Question(
            id: "conditions", message: "quiz.conditions", kind: "choices",
            options: options(WelcomeQuiz.Condition.self, "conditions")),
    ]
    /// A note on what the answers do not imply.
    let note = "quiz.note"

    private static func options<Word: RawRepresentable & CaseIterable>(
        _ words: Word.Type, _ name: String
    ) -> [Option] where Word.RawValue == String {
        words.allCases.map { Option(value: $0.rawValue, message: "quiz.\(name).\($0.rawValue)") }
    }
}

/// Answers to the welcome quiz as clients send them; a missing member means no answer.
struct WelcomeRequest: Decodable {
    struct Reaction: Decodable {
        let allergen: String
        let severity: String
    }

    let allergens: [Reaction]?
    let severeReactions: String?
    let diagnosedBy: String?
    let medication: [String]?
    let conditions: [String]?

    /// The answers, if all of them are valid.
    func checked(_ taxonomy: Taxonomy) throws -> WelcomeQuiz {
        var mistakes = Mistakes(.invalidQuiz)
        var quiz = WelcomeQuiz()
        let reactions = allergens ?? []
        let requests = reactions.map {
            WatchRequest(allergen: $0.allergen, level: nil, sensitivity: nil)
        }
        let watches = mistakes.watches(requests, at: "/allergens", taxonomy)
        let severities = reactions.enumerated().map { place, reaction -> Sensitivity? in
            mistakes.word(reaction.severity, at: "/allergens/\(place)/severity")
        }
        quiz.severeReactions = mistakes.word(severeReactions, at: "/severeReactions")
        quiz.diagnosedBy = mistakes.word(diagnosedBy, at: "/diagnosedBy")
        quiz.medication = medicines(&mistakes)
        quiz.conditions = (conditions ?? []).enumerated().compactMap { place, condition in
            mistakes.word(condition, at: "/conditions/\(place)")
        }
        if Set(quiz.conditions).count < quiz.conditions.count {
            mistakes.note("/conditions", "Each is named once.")
        }
        try mistakes.check()
        quiz.allergens = zip(watches, severities).compactMap { watch, severity in
            severity.map { WelcomeQuiz.Reaction(allergen: watch.subject.key, severity: $0) }
        }
        return quiz
    }

    private func medicines(_ mistakes: inout Mistakes) -> [String] {
        let list = medication ?? []
        let (limit, length) = (WelcomeQuiz.medicationLimit, WelcomeQuiz.medicineLength)
        guard list.count <= limit else {
            mistakes.note("/medication", "A list has at most \(limit) medicines.")
            return []
        }
        return list.enumerated().map { place, sent in
            let text = sent.trimmingCharacters(in: .whitespaces)
            let isPlain =
                !text.isEmpty && sent.unicodeScalars.count <= length
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            if !isPlain {
                mistakes.note(
                    "/medication/\(place)", "A medicine has 1 to \(length) characters, none of them control.")
            }
            return text
        }
    }
}

/// The stored answers, and their effect on the profile.
struct WelcomeAnswer: Encodable {
    /// Whether the quiz was answered.
    let answered: Bool
    let allergens: [WelcomeQuiz.Reaction]
    let severeReactions: WelcomeQuiz.Frequency?
    let diagnosedBy: WelcomeQuiz.Diagnosis?
    let medication: [String]
    let conditions: [WelcomeQuiz.Condition]
    let profile: ProfileAnswer

    init(_ quiz: WelcomeQuiz?, profile: ProfileAnswer) {
        let answers = quiz ?? WelcomeQuiz()
        answered = quiz != nil
        allergens = answers.allergens
        severeReactions = answers.severeReactions
        diagnosedBy = answers.diagnosedBy
        medication = answers.medication
        conditions = answers.conditions
        self.profile = profile
    }
}

/// What stops working without each browser or phone permission, as NFR-18 requires.
///
/// Texts are given by their keys among the site's messages.
struct PermissionList: Encodable {
    struct Permission: Encodable {
        /// The name in the W3C Permissions registry.
        let permission: String
        /// The purpose of the permission.
        let purpose: String
        /// What does not work without it.
        let lost: String
        /// What still works.
        let instead: String

        init(_ name: String) {
            permission = name
            purpose = "permission.\(name).purpose"
            lost = "permission.\(name).lost"
            instead = "permission.\(name).instead"
        }
    }

    let permissions = [Permission("geolocation"), Permission("notifications")]
}
