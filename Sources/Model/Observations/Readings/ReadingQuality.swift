/// The reasons why a value is doubtful.
package struct Suspicions: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The value is far above those of this time of the year in earlier years, there and nearby.
    package static let outOfSeason = Suspicions(rawValue: 1)
    /// The value is far above those of the days before.
    package static let jump = Suspicions(rawValue: 2)
    /// The same value came again and again, as from a stuck sensor.
    package static let stuck = Suspicions(rawValue: 4)
    /// The station itself says that the value is doubtful.
    package static let declared = Suspicions(rawValue: 8)

    /// Each doubt in words, safe to show to strangers.
    package var reasons: [String] { Self.all.filter { contains($0.doubt) }.map(\.reason) }

    /// Each doubt as feeds spell it.
    fileprivate var words: [String] { Self.all.filter { contains($0.doubt) }.map(\.word) }

    /// Reads doubts as feeds spell them, or returns `nil` when one is unknown or there are none.
    fileprivate init?(words: [Substring]) {
        self = []
        for word in words {
            guard let known = Self.all.first(where: { $0.word == word }) else { return nil }
            insert(known.doubt)
        }
        guard !isEmpty else { return nil }
    }

    private static let all: [(doubt: Suspicions, word: String, reason: String)] = [
        (.outOfSeason, "season", "far above what earlier years had at this time of the year"),
        (.jump, "jump", "far above the values of the days before"),
        (.stuck, "stuck", "the same value came again and again"),
        (.declared, "declared", "the station itself doubts it"),
    ]
}

/// How far a value may be trusted.
///
/// Maps, alerts and means use values that are valid or confirmed. The others are stored and shown as what
/// they are.
package enum ReadingQuality: Hashable, Sendable {
    /// There is no doubt about it.
    case valid
    /// The station's operator has confirmed it in spite of any doubt.
    case confirmed
    /// There are doubts about it, and nobody has decided yet.
    case suspect(Suspicions)
    /// The station's operator has declared it wrong.
    case dismissed

    /// Whether maps, alerts and means use it.
    package var counts: Bool { self == .valid || self == .confirmed }

    /// The word in feeds and answers: `valid`, `confirmed`, `suspect` or `dismissed`.
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

    /// The word, with the doubts about a suspect value, such as `suspect:jump+stuck`; ``init(word:)`` reads
    /// it.
    package var spelling: String {
        suspicions.isEmpty ? word : "\(word):\(suspicions.words.joined(separator: "+"))"
    }

    /// Reads the word that a station gives.
    ///
    /// A suspect value without named doubts is `declared`.
    package init?(word: String) {
        let word = word.lowercased()
        if word.hasPrefix("suspect:") {
            let doubts = word.dropFirst("suspect:".count).split(
                separator: "+", omittingEmptySubsequences: false)
            guard let suspicions = Suspicions(words: doubts) else { return nil }
            self = .suspect(suspicions)
            return
        }
        switch word {
        case "valid": self = .valid
        case "confirmed": self = .confirmed
        case "suspect": self = .suspect(.declared)
        case "dismissed": self = .dismissed
        default: return nil
        }
    }
}
