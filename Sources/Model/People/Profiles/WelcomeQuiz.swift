package import Allergens

/// What subscribers, or the persons that they care for, say of their allergies when they begin.
///
/// The answers are kept sealed, to be shown and changed, and do this and nothing else:
///
/// | answer | effect |
/// |---|---|
/// | allergens with severity | what the profile watches from now on, with the severity as ``Sensitivity``; where the profile names a level for one of them, it stays |
/// | how often reactions are severe | none |
/// | by whom it was diagnosed | none |
/// | medication | none |
/// | conditions | none |
///
/// Nothing medical is concluded from them: no advice, no level and no alert depends on more than the allergens.
package struct WelcomeQuiz: Hashable, Sendable, Codable {
    /// An allergen or group, by its key, and how strongly they react to it.
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
        /// They themselves.
        case own = "self"
        case not
    }

    /// What they live with beside.
    package enum Condition: String, CaseIterable, Sendable, Codable {
        case asthma, hayFever, eczema, hives, foodAllergy, sinusitis, anaphylaxis
    }

    package var allergens: [Reaction] = []
    /// `nil` while it was not answered.
    package var severeReactions: Frequency?
    /// `nil` while it was not answered.
    package var diagnosedBy: Diagnosis?
    /// What they take, in their words.
    package var medication: [String] = []
    package var conditions: [Condition] = []

    package init() {}

    /// Medicines in one list.
    package static let medicationLimit = 10
    /// Characters of the name of a medicine.
    package static let medicineLength = 60
}

extension Profile {
    /// Takes up what the welcome quiz has found out; see ``WelcomeQuiz`` for what does what.
    package mutating func take(_ quiz: WelcomeQuiz, in taxonomy: Taxonomy) {
        let levels = Dictionary(watches.map { ($0.subject, $0.level) }) { first, _ in first }
        watches = quiz.allergens.compactMap { reaction in
            taxonomy.subject(spelled: reaction.allergen).map { subject in
                Watch(subject, level: levels[subject] ?? nil, sensitivity: reaction.severity)
            }
        }
    }
}
