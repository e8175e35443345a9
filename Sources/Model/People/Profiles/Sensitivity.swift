package import Allergens

/// How strongly somebody says that they react to an allergen.
///
/// It is what they say and nothing that is concluded. All that it does is to move the level from which on they are warned
/// when they name no level:
///
/// | sensitivity | warned from |
/// |---|---|
/// | mild | very high |
/// | moderate | high, as without any |
/// | severe | moderate |
package enum Sensitivity: String, CaseIterable, Sendable, Codable {
    case mild, moderate, severe

    /// The level from which on somebody is warned who names none.
    package var level: Level {
        switch self {
        case .mild: .veryHigh
        case .moderate: Watch.defaultLevel
        case .severe: .moderate
        }
    }
}

/// The units in which distances are written for people; JSON has metres always, and concentrations have no other unit.
package enum Units: String, CaseIterable, Sendable, Codable {
    case metric
    /// Miles and feet.
    case imperial
}
