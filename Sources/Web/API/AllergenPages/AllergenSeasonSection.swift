import Allergens
import Foundation
import Seasons
import Site

/// When an allergen is in the air of each country, as bars over the months.
struct AllergenSeasonSection {
    let report: AllergenReport
    let text: PlaceText

    /// Where the share of the year's sum that makes a season is from.
    private static let method = "Nilsson & Persson 1981, Grana 20:179–182"

    var content: [Markup] {
        guard !report.seasons.isEmpty else { return [Markup("p", text("allergen.season.none"))] }
        return [
            Markup("ul", ["class": "season-bars"], report.seasons.map(row)),
            Markup(
                "p", ["class": "small"],
                "\(text("allergen.season.about", ["count": "\(CountrySeasonReader.span)"])) "
                    + text("allergen.season.method", ["source": Self.method])),
        ]
    }

    private func row(_ country: CountrySeason) -> Markup {
        let name = Markup(
            "strong", country.country.map(text.countryName) ?? text("allergen.season.elsewhere"))
        guard let season = country.season else {
            return Markup("li", [name, Markup("p", text("allergen.season.unknown"))])
        }
        let dates = text(
            "allergen.season.dates",
            ["start": day(season.start), "end": day(season.end), "peak": day(season.peak)])
        return Markup(
            "li",
            [
                name, Markup("p", dates), SeasonBar(season: season, months: months).drawing,
                Markup("p", ["class": "small"], origin(of: season, isSimulated: country.isSimulated)),
            ])
    }

    private func origin(of season: TypicalSeason, isSimulated: Bool) -> String {
        let years =
            season.years.count == 1
            ? text.counted("allergen.season.years", season.years.lowerBound)
            : text(
                "allergen.season.range",
                ["from": "\(season.years.lowerBound)", "to": "\(season.years.upperBound)"])
        let parts = [
            text.counted("allergen.now.stations", season.stations), years,
            isSimulated ? text("badge.simulated") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// A day of a common year, such as `4 April`.
    private func day(_ dayOfYear: Int) -> String {
        // 1970 was a common year, and days are counted from its first one.
        text.dayOfYear(CivilDate(daysSinceEpoch: dayOfYear - 1))
    }

    /// The first letters of the months.
    private var months: String {
        (1...12).compactMap { CivilDate(year: 1970, month: $0, day: 1) }
            .map { text.month($0).prefix(1).uppercased() }.joined()
    }
}

/// A year as a line of months, with the season as a bar and its highest day as a dot.
struct SeasonBar {
    let season: TypicalSeason
    /// A letter for each month.
    let months: String

    private static let (width, height) = (365.0, 44.0)
    /// The middle of the bar, and half of its height.
    private static let (middle, half) = (14.0, 7.0)
    /// The first days of the months of a common year, counted from 0.
    private static let firsts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    /// The words beside it say the same.
    var drawing: Markup {
        Markup(
            "svg",
            [
                "class": "season-bar", "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))",
                "aria-hidden": "true",
            ], [lines] + bars + [peak, letters])
    }

    private var lines: Markup {
        let path = (Self.firsts + [365]).map { "M\($0) 3v22" }.joined()
        return Markup("path", ["class": "bound", "d": path], "")
    }

    /// One bar, or two for a season across New Year.
    private var bars: [Markup] {
        let parts =
            season.start <= season.end
            ? [season.start...season.end]
            : [season.start...Int(Self.width), 1...season.end]
        return parts.map { days in
            Markup(
                "rect",
                [
                    "class": "flying", "x": "\(days.lowerBound - 1)", "y": "\(Int(Self.middle - Self.half))",
                    "width": "\(days.count)", "height": "\(Int(2 * Self.half))", "rx": "3",
                ], "")
        }
    }

    private var peak: Markup {
        Markup(
            "circle",
            ["class": "peak", "cx": "\(season.peak)", "cy": "\(Int(Self.middle))", "r": "5"], "")
    }

    private var letters: Markup {
        let places = Self.firsts.map { "\($0 + 15)" }.joined(separator: " ")
        return Markup("text", ["x": places, "y": "40", "text-anchor": "middle"], months)
    }
}
