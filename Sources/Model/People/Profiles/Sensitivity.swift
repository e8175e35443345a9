package import Allergens

/// How strongly people say that they react to an allergen.
///
/// It is their own statement, and no diagnosis. Its only effect is on the level from which they are warned
/// when they have not chosen one:
///
/// | sensitivity | warned from |
/// |---|---|
/// | mild | very high |
/// | moderate | high, as without any |
/// | severe | moderate |
package enum Sensitivity: String, CaseIterable, Sendable, Codable {
    case mild, moderate, severe

    /// The level from which people are warned who have not chosen one.
    package var level: Level {
        switch self {
        case .mild: .veryHigh
        case .moderate: Watch.defaultLevel
        case .severe: .moderate
        }
    }
}

/// The units in which distances are written for people.
///
/// JSON always has metres, and concentrations have no other unit.
package enum Units: String, CaseIterable, Sendable, Codable {
    case metric
    /// Miles and feet.
    case imperial
}
