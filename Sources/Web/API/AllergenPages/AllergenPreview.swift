import Allergens
import Foundation
import HTTP
import Seasons
import Site

/// The preview of a link to an allergen: all that its bytes depend on.
struct AllergenPreview: Encodable {
    /// A season in words, and as days of a common year.
    struct Season: Encodable {
        let title: String
        let words: String
        let parts: [ClosedRange<Int>]
        let peak: Int
    }

    let card: AirCard
    /// The SVG of its drawing.
    let drawing: String
    /// Those of the countries with most stations.
    let seasons: [Season]
    /// The first letters of the months.
    let months: [String]
    /// The current day of a common year, and what it is called.
    let today: Int
    let todayName: String

    /// As many as leave the drawing large.
    private static let mostSeasons = 2

    init(_ report: AllergenReport, text: PlaceText, colours: LevelColours) {
        card = AirCard(report, text: text, colours: colours)
        drawing = AllergenDrawing.svg(of: report.allergen.id)
        let seasons = report.seasons.compactMap { country in
            country.usual.map { season in
                let badge = country.isSimulated ? " · \(text("badge.simulated"))" : ""
                return Season(
                    title: text.name(of: country) + badge, words: text.dates(of: season),
                    parts: season.parts, peak: season.peak)
            }
        }
        self.seasons = Array(seasons.prefix(Self.mostSeasons))
        months = text.monthLetters
        today = CommonYear.day(of: report.today)
        todayName = text("dates.today")
    }

    /// The entity tag, known before anything is drawn.
    var etag: String {
        get throws { ContentHash.etag(of: try JSON.encoder.encode(self) + Data("allergen preview".utf8)) }
    }
}
