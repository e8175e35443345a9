package import Allergens
package import Forms

/// How often each answer was given in some days of a study, as everybody may read it.
///
/// Each version of each form has its own numbers, and no sum of several ones is told.
package struct StudyResults: Codable, Hashable, Sendable {
    /// The answers to a form.
    package struct Version: Codable, Hashable, Sendable {
        /// What the study calls the form; `nil` for the main one.
        package let form: String?
        /// The versions of the study that have this version of the form.
        package let versions: [Int]
        /// How many answers there are.
        package let answers: Int
        package let questions: [Question]

        package init(form: String? = nil, versions: [Int], answers: Int, questions: [Question]) {
            self.form = form
            (self.versions, self.answers, self.questions) = (versions, answers, questions)
        }
    }

    /// The answers to a question.
    package struct Question: Codable, Hashable, Sendable {
        package let name: String
        package let type: FormKind
        /// How many have answered it; `nil` where the number is hidden, or where choices are counted.
        package let answers: Int?
        /// The mean of the numbers; `nil` where it is hidden, or where nothing is a number.
        package let mean: Double?
        /// How often each choice was made; `nil` where there are no choices.
        package let choices: [Choice]?

        package init(name: String, type: FormKind, answers: Int?, mean: Double?, choices: [Choice]?) {
            (self.name, self.type, self.answers) = (name, type, answers)
            (self.mean, self.choices) = (mean, choices)
        }
    }

    /// How often a choice was made.
    package struct Choice: Codable, Hashable, Sendable {
        package let name: String
        /// `nil` where the number is hidden.
        package let answers: Int?

        package init(name: String, answers: Int?) { (self.name, self.answers) = (name, answers) }
    }

    /// The name of the only choice of what is ticked.
    package static let ticked = "yes"

    package let versions: [Version]

    package init(versions: [Version]) { self.versions = versions }
}

/// Results that were published once, and stay as they are.
package struct StudyRelease: Hashable, Sendable {
    /// The days whose answers they count; no other release counts them.
    package let days: ClosedRange<CivilDate>
    package let results: StudyResults

    package init(days: ClosedRange<CivilDate>, results: StudyResults) {
        (self.days, self.results) = (days, results)
    }
}
