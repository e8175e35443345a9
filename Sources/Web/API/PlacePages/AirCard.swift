import Allergens

/// What a picture of a place or of an allergen says; equal cards are drawn equal.
struct AirCard: Hashable, Encodable {
    struct Row: Hashable, Encodable {
        let name: String
        let words: String
        let level: Level
        let colour: String?
    }

    let title: String
    let day: String
    let verdict: String
    /// What is behind the verdict: a place's value and tomorrow's level, or where an allergen was measured.
    let facts: [String]
    let level: Level?
    /// The index from 0 to 10 in figures.
    let index: String?
    let colour: String?
    /// The allergens in the air, or the stations at each level; the highest first.
    let rows: [Row]
    let notes: [String]
}

/// The pictures of a place by where they are shown.
enum CardSize: String, CaseIterable {
    /// For the previews of links.
    case preview
    case email
    /// Electronic paper, in black and white.
    case paper
    case watch
    case home

    /// The size in pixels, and what follows from it.
    var format: CardFormat {
        switch self {
        case .preview: CardFormat(width: 1_200, height: 630, em: 32, mostRows: 6)
        case .email: CardFormat(width: 600, height: 200, em: 13, mostRows: 4)
        case .paper: CardFormat(width: 800, height: 480, em: 22, mostRows: 6)
        case .watch: CardFormat(width: 396, height: 484, em: 20, mostRows: 4)
        case .home: CardFormat(width: 360, height: 360, em: 17, mostRows: 2)
        }
    }
}

/// The measures of a picture.
struct CardFormat {
    let width: Double
    let height: Double
    /// The height of usual letters.
    let em: Double
    let mostRows: Int

    /// Whether the rows stand beside the verdict, not below it.
    var hasTwoColumns: Bool { width > 1.5 * height }

    /// Whether letters are hinted, which small ones need; large ones then look the same whatever was drawn before.
    var isFitted: Bool { em < 25 }

    /// The most lines of a fact, and of a note.
    var factLines: Int { width > 450 && height > 400 ? 2 : 1 }
}

enum CardTheme: String, CaseIterable {
    case light, dark
}
