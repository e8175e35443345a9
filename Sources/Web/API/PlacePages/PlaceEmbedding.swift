import Allergens
import Foundation
import Observations
import People
import Site

/// How to show a place elsewhere: a line for other sites, and pictures.
struct PlaceEmbedding {
    let subject: PlaceSubject
    let text: PlaceText
    let base: String

    /// The size of the frame in pixels, which fits beside a text and on every phone.
    private static let frame = (width: 360, height: 420)

    var content: [Markup] {
        [
            Markup("p", text("place.embed.about")),
            Markup("p", [Markup("code", ["class": "place-line"], line)]),
            Markup("p", text("place.embed.pictures")),
            Markup("ul", ["class": "points"], CardSize.allCases.filter { $0 != .preview }.map(picture)),
        ]
    }

    /// The one line of HTML that shows the place in another page.
    private var line: String {
        Markup(
            "iframe",
            [
                "src": "\(base)/embed/place/\(subject.cardPlace)?language=\(text.language.rawValue)",
                "title": text("page.place", ["name": text.name(of: subject)]),
                "width": "\(Self.frame.width)", "height": "\(Self.frame.height)", "loading": "lazy",
            ], ""
        ).source
    }

    private func picture(_ size: CardSize) -> Markup {
        let format = size.format
        let path =
            "/place/\(subject.cardPlace)/card.png?size=\(size.rawValue)&language=\(text.language.rawValue)"
        let pixels = "\(Int(format.width)) × \(Int(format.height))"
        return Markup(
            "li",
            [
                Markup("a", ["href": path], text("place.card.\(size.rawValue)")),
                Markup("span", ["class": "small"], " \(pixels)"),
            ])
    }
}

/// A place in the frame of another site: what is highest, a line for each allergen, and the way here.
struct EmbeddedPlace {
    let report: PlaceReport
    let text: PlaceText
    let colours: LevelColours
    let base: String

    /// The most lines, so that it fits the frame.
    private static let most = 6

    var content: [Markup] {
        let verdict = PlaceVerdict(report: report, text: text, colours: colours)
        let level = report.highest?.estimate(on: report.day)?.level
        let rows = report.courses.filter { ($0.estimate(on: report.day)?.level ?? .none) > .none }
            .prefix(Self.most).map(row)
        let link = Markup(
            "a", ["href": "\(base)\(report.subject.path)", "target": "_blank", "rel": "noopener"],
            text("place.more"))
        return [
            Markup("h1", text.name(of: report.subject)),
            Markup("p", ["class": "small"], text.longDay(report.day)),
            Markup("p", ["class": "verdict-level"], [.swatch(level, colours), .text(" \(verdict.line)")]),
            Markup("ul", Array(rows)),
            Markup(
                "p", ["class": "small"], text.source(PlaceCredits(report: report, text: text).credits)),
            Markup("p", ["class": "small"], [.text("Breathe Easy · \(text("notMedical")) "), link]),
        ]
    }

    private func row(_ course: AllergenCourse) -> Markup {
        func level(on day: Int) -> Markup {
            let level = course.estimate(on: report.day.adding(days: day))?.level
            let name = text(day == 0 ? "dates.today" : "dates.tomorrow")
            return Markup(
                "span", ["class": "small"],
                [.text("\(name): "), .swatch(level, colours), .text(" \(text.level(level))")])
        }
        return Markup(
            "li", [Markup("strong", text.name(of: course.allergen)), level(on: 0), level(on: 1)])
    }
}
