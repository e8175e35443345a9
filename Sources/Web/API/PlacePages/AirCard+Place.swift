import Allergens
import Foundation
import Observations

extension AirCard {
    /// The words for a report that is read `today`, which may be another day than the report's.
    init(_ report: PlaceReport, text: PlaceText, colours: LevelColours, today: CivilDate) {
        let verdict = PlaceVerdict(report: report, text: text, colours: colours)
        let highest = report.highest
        let estimate = highest?.estimate(on: report.day)
        title = text.name(of: report.subject)
        day = text.longDay(report.day)
        self.verdict = verdict.line
        level = estimate?.level
        index = estimate.map { text.number($0.index) }
        colour = estimate.flatMap { colours[$0.level] }
        rows = report.courses.compactMap { course in
            guard let level = course.estimate(on: report.day)?.level, level > .none else { return nil }
            return Row(
                name: text.name(of: course.allergen), words: text.level(level), level: level,
                colour: colours[level])
        }
        var facts: [String] = []
        if let highest, let estimate, estimate.level > .none {
            facts.append(PlaceFacts(text).facts(of: estimate, highest, on: report.day))
            let next = report.day.adding(days: 1)
            if let estimate = highest.estimate(on: next) {
                facts.append("\(text.dayName(next, today: today)): \(text.level(estimate.level))")
            }
        }
        self.facts = facts
        let credits = PlaceCredits(report: report, text: text).credits
        notes = ["Breathe Easy · \(text("notMedical"))"] + (credits.isEmpty ? [] : [text.source(credits)])
    }
}
