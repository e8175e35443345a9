import Allergens
import Foundation
import Observations

/// What a picture of a place says; equal cards are drawn equal.
struct PlaceCard: Hashable, Encodable {
    struct Row: Hashable, Encodable {
        let name: String
        let words: String
        let level: Level
        let colour: String?
    }

    let title: String
    let day: String
    let verdict: String
    /// The value behind the verdict, and tomorrow's level.
    let facts: [String]
    let level: Level?
    /// The index from 0 to 10 in figures.
    let index: String?
    let colour: String?
    /// The allergens in the air, the highest first.
    let rows: [Row]
    let notes: [String]

    init(_ report: PlaceReport, text: PlaceText, colours: LevelColours) {
        let verdict = PlaceVerdict(report: report, text: text, colours: colours)
        let highest = report.highest
        let estimate = highest?.estimate(on: report.today)
        title = text.name(of: report.subject)
        day = text.longDay(report.today)
        self.verdict = verdict.line
        level = estimate?.level
        index = estimate.map { text.number($0.index) }
        colour = estimate.flatMap { colours[$0.level] }
        rows = report.courses.compactMap { course in
            guard let level = course.estimate(on: report.today)?.level, level > .none else { return nil }
            return Row(
                name: text.name(of: course.allergen), words: text.level(level), level: level,
                colour: colours[level])
        }
        var facts: [String] = []
        if let highest, let estimate, estimate.level > .none {
            facts.append(PlaceFacts(text).facts(of: estimate, highest, on: report.today))
            if let next = highest.estimate(on: report.today.adding(days: 1)) {
                facts.append("\(text("dates.tomorrow")): \(text.level(next.level))")
            }
        }
        self.facts = facts
        let credits = PlaceCredits(report: report, text: text).credits
        notes = ["Breathe Easy · \(text("notMedical"))"] + (credits.isEmpty ? [] : [text.source(credits)])
    }
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

    /// The most lines of a fact.
    var factLines: Int { hasTwoColumns && height > 400 ? 2 : 1 }
}

enum CardTheme: String, CaseIterable {
    case light, dark
}
