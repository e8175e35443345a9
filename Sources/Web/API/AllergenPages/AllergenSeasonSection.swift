import Allergens
import Foundation
import Seasons
import Site

/// When an allergen is in the air of each country and of its parts, as bars over the months.
struct AllergenSeasonSection {
    let report: AllergenReport
    let text: PlaceText

    /// Where the share of the year's sum that makes a season is from.
    private static let method = "Nilsson & Persson 1981, Grana 20:179–182"
    /// The most bars of parts of countries, so that a page of many countries stays small.
    private static let mostRegions = 36
    /// The most stations that name a region.
    private static let mostNames = 3

    var content: [Markup] {
        guard !report.seasons.isEmpty else { return [Markup("p", text("allergen.season.none"))] }
        let shown = withRegions
        let rows = report.seasons.map { row($0, regions: shown.contains($0.country) ? $0.regions : []) }
        let isCut = report.seasons.contains { !shown.contains($0.country) }
        return [Markup("ul", ["class": "season-bars"], rows)]
            + (isCut ? [Markup("p", ["class": "small"], text("allergen.season.regions.cut"))] : [])
            + [
                Markup(
                    "p", ["class": "small"],
                    "\(text("allergen.season.about", ["count": "\(PastYears.span)"])) "
                        + text("allergen.season.method", ["source": Self.method]))
            ]
    }

    /// The countries whose parts are shown: the first ones, as far as there is room.
    private var withRegions: Set<String?> {
        var room = Self.mostRegions
        return Set(
            report.seasons.filter { country in
                guard country.regions.count <= room else { return false }
                room -= country.regions.count
                return true
            }.map(\.country))
    }

    private func row(_ country: CountrySeason, regions: [RegionYear<TypicalSeason>]) -> Markup {
        let name = Markup("strong", text.name(of: country))
        guard let season = country.usual else {
            return Markup("li", [name, Markup("p", text("allergen.season.unknown"))])
        }
        return Markup(
            "li",
            [name] + bar(of: season, isSimulated: country.isSimulated)
                + (regions.isEmpty ? [] : [parts(regions)]))
    }

    /// A season in words, as a bar, and with the stations and years that say so.
    private func bar(of season: TypicalSeason, isSimulated: Bool) -> [Markup] {
        [
            Markup("p", text.dates(of: season)),
            SeasonBar(season: season, months: text.monthLetters.joined()).drawing,
            Markup(
                "p", ["class": "small"],
                text.origin(season.stations, season.years, isSimulated: isSimulated)),
        ]
    }

    private func parts(_ regions: [RegionYear<TypicalSeason>]) -> Markup {
        let rows = regions.map { region in
            Markup(
                "li",
                [Markup("strong", name(of: region))] + bar(of: region.usual, isSimulated: region.isSimulated))
        }
        return Markup(
            "details", ["class": "season-regions"],
            [
                Markup("summary", text("allergen.season.regions")),
                Markup("p", ["class": "small"], text("allergen.season.regions.about")),
                Markup("ul", ["class": "season-bars"], rows),
            ])
    }

    private func name(of region: RegionYear<TypicalSeason>) -> String {
        region.names.count <= Self.mostNames
            ? text.list(region.names)
            : "\(region.names.prefix(Self.mostNames).joined(separator: ", ")) …"
    }
}

extension PlaceText {
    /// What the country of a usual year is called.
    func name<Usual>(of country: CountryYear<Usual>) -> String {
        country.country.map(countryName) ?? self("allergen.season.elsewhere")
    }

    /// How many stations and years say what is usual.
    func origin(_ stations: Int, _ years: ClosedRange<Int>, isSimulated: Bool) -> String {
        let words =
            years.count == 1
            ? counted("allergen.season.years", years.lowerBound)
            : self(
                "allergen.season.range", ["from": "\(years.lowerBound)", "to": "\(years.upperBound)"])
        let parts = [
            counted("allergen.now.stations", stations), words,
            isSimulated ? self("badge.simulated") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// When a season is, in words.
    func dates(of season: TypicalSeason) -> String {
        self(
            "allergen.season.dates",
            ["start": day(season.start), "end": day(season.end), "peak": day(season.peak)])
    }

    /// The first letters of the months.
    var monthLetters: [String] {
        (1...12).compactMap { CivilDate(year: 1970, month: $0, day: 1) }
            .map { month($0).prefix(1).uppercased() }
    }

    /// A day of a common year, such as `4 April`.
    private func day(_ dayOfYear: Int) -> String {
        // 1970 was a common year, and days are counted from its first one.
        self.dayOfYear(CivilDate(daysSinceEpoch: dayOfYear - 1))
    }
}

/// A year of 365 days.
enum CommonYear {
    static let days = 365
    /// The first days of the months, counted from 0.
    static let firsts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    /// The day of a date, counted from 1; 29 February is the day before 1 March.
    static func day(of date: CivilDate) -> Int {
        let (_, month, day) = date.components
        return firsts[month - 1] + (month == 2 ? min(day, 28) : day)
    }
}

extension TypicalSeason {
    /// Its days of a common year: two parts for a season across New Year.
    var parts: [ClosedRange<Int>] {
        start <= end ? [start...end] : [start...CommonYear.days, 1...end]
    }
}

/// A year as a line of months, with the season as a bar and its highest day as a dot.
struct SeasonBar {
    let season: TypicalSeason
    /// A letter for each month.
    let months: String

    private static let (width, height) = (Double(CommonYear.days), 44.0)
    /// The middle of the bar, and half of its height.
    private static let (middle, half) = (14.0, 7.0)

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
        let path = (CommonYear.firsts + [CommonYear.days]).map { "M\($0) 3v22" }.joined()
        return Markup("path", ["class": "bound", "d": path], "")
    }

    /// One bar, or two for a season across New Year.
    private var bars: [Markup] {
        season.parts.map { days in
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
        let places = CommonYear.firsts.map { "\($0 + 15)" }.joined(separator: " ")
        return Markup("text", ["x": places, "y": "40", "text-anchor": "middle"], months)
    }
}
