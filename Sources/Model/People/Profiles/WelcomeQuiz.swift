package import Allergens

/// The first answers of subscribers, for themselves or for persons in their care, about their allergies.
///
/// The answers are stored sealed, so that they can be shown and changed. They have these effects and no
/// others:
///
/// | answer | effect |
/// |---|---|
/// | allergens with severity | what the profile watches from now on, with the severity as ``Sensitivity``; where the profile names a level for one of them, it stays |
/// | how often reactions are severe | none |
/// | by whom it was diagnosed | none |
/// | medication | none |
/// | conditions | none |
///
/// Nothing medical is concluded from them: no advice, no level and no alert depends on more than the
/// allergens.
package struct WelcomeQuiz: Hashable, Sendable, Codable {
    /// An allergen or group, by its key, and how strongly the person reacts to it.
    package struct Reaction: Hashable, Sendable, Codable {
        package let allergen: String
        package let severity: Sensitivity

        package init(allergen: String, severity: Sensitivity) {
            self.allergen = allergen
            self.severity = severity
        }
    }

    /// How often reactions are severe.
    package enum Frequency: String, CaseIterable, Sendable, Codable {
        case never, rarely, yearly, monthly, weekly
    }

    /// Who says that it is an allergy.
    package enum Diagnosis: String, CaseIterable, Sendable, Codable {
        case doctor
        /// The person themselves.
        case own = "self"
        case not
    }

    /// Another condition of the person.
    package enum Condition: String, CaseIterable, Sendable, Codable {
        case asthma, hayFever, eczema, hives, foodAllergy, sinusitis, anaphylaxis
    }

    package var allergens: [Reaction] = []
    /// `nil` while it is not answered.
    package var severeReactions: Frequency?
    /// `nil` while it is not answered.
    package var diagnosedBy: Diagnosis?
    /// The person's medicines, in their own words.
    package var medication: [String] = []
    package var conditions: [Condition] = []

    package init() {}

    /// The largest number of medicines in a list.
    package static let medicationLimit = 10
    /// The largest number of characters in the name of a medicine.
    package static let medicineLength = 60
}

extension Profile {
    /// Applies the answers to the welcome quiz; see ``WelcomeQuiz`` for their effects.
    package mutating func take(_ quiz: WelcomeQuiz, in taxonomy: Taxonomy) {
        let levels = Dictionary(watches.map { ($0.subject, $0.level) }) { first, _ in first }
        watches = quiz.allergens.compactMap { reaction in
            taxonomy.subject(spelled: reaction.allergen).map { subject in
                Watch(subject, level: levels[subject] ?? nil, sensitivity: reaction.severity)
            }
        }
    }
}
