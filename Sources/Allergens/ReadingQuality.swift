/// What makes a value doubtful.
package struct Suspicions: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The plant does not flower at this time of the year.
    package static let outOfSeason = Suspicions(rawValue: 1)
    /// The value is far above those of the days before.
    package static let jump = Suspicions(rawValue: 2)
    /// The same value came again and again, as from a sensor that is stuck.
    package static let stuck = Suspicions(rawValue: 4)
    /// The station itself says that the value is doubtful.
    package static let declared = Suspicions(rawValue: 8)

    /// Each doubt in words, safe to show to strangers.
    package var reasons: [String] {
        let words: [(Suspicions, String)] = [
            (.outOfSeason, "this plant does not flower at this time of the year"),
            (.jump, "far above the values of the days before"),
            (.stuck, "the same value came again and again"),
            (.declared, "the station itself doubts it"),
        ]
        return words.filter { contains($0.0) }.map(\.1)
    }
}

/// How far a value may be trusted.
///
/// Maps, alerts and means rest on values that are valid or confirmed; the others are kept and shown as what they are.
package enum ReadingQuality: Hashable, Sendable {
    /// Nothing speaks against it.
    case valid
    /// The station's operator stands by it, whatever spoke against it.
    case confirmed
    /// Something speaks against it, and nobody has decided yet.
    case suspect(Suspicions)
    /// The station's operator says that it is wrong.
    case dismissed

    /// Whether maps, alerts and means rest on it.
    package var counts: Bool { self == .valid || self == .confirmed }

    /// The word of feeds and answers: `valid`, `confirmed`, `suspect` or `dismissed`.
    package var word: String {
        switch self {
        case .valid: "valid"
        case .confirmed: "confirmed"
        case .suspect: "suspect"
        case .dismissed: "dismissed"
        }
    }

    /// The doubts about a suspect value.
    package var suspicions: Suspicions {
        if case .suspect(let suspicions) = self { suspicions } else { [] }
    }

    /// Reads the word that a station gives; its doubt is its own.
    package init?(word: String) {
        switch word.lowercased() {
        case "valid": self = .valid
        case "confirmed": self = .confirmed
        case "suspect": self = .suspect(.declared)
        case "dismissed": self = .dismissed
        default: return nil
        }
    }
}
