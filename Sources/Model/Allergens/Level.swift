/// How much of an allergen is in the air, in words.
///
/// *Unknown* is not a level: it is the absence of one (`Level?`), and is never shown as ``none``.
package enum Level: String, CaseIterable, Comparable, Codable, Sendable {
    case none, low, moderate, high, veryHigh

    /// From 0 for none to 4 for very high; the form in which levels are stored.
    package var rank: Int {
        switch self {
        case .none: 0
        case .low: 1
        case .moderate: 2
        case .high: 3
        case .veryHigh: 4
        }
    }

    package init?(rank: Int) {
        guard let level = Self.allCases.first(where: { $0.rank == rank }) else { return nil }
        self = level
    }

    /// The level in English words.
    package var words: String { self == .veryHigh ? "very high" : rawValue }

    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
}
