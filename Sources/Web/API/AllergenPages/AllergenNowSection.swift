import Allergens
import Localisation
import Observations
import Site

/// The newest values at the stations: the highest, and how many stations are at each level.
struct AllergenNowSection {
    let allergen: Allergen
    let now: AllergenNow
    let text: PlaceText
    let colours: LevelColours

    var content: [Markup] {
        guard let highest = now.highest else { return [Markup("p", text("allergen.now.none"))] }
        return [verdict(highest), origin(of: highest)] + counts + [
            Markup(
                "p", ["class": "small"],
                text(
                    "allergen.now.about",
                    [
                        "from": text.dayOfYear(now.days.lowerBound),
                        "to": text.dayOfYear(now.days.upperBound),
                    ]))
        ]
    }

    private func verdict(_ highest: AllergenNow.Highest) -> Markup {
        let value = text.quantity(highest.value.value, allergen.unit)
        guard let level = highest.level else {
            return Markup("p", text("allergen.now.unrated", ["value": value]))
        }
        return Markup(
            "p", ["class": "day-level allergen-highest"],
            [
                .swatch(level, colours),
                .text(
                    " \(text("allergen.now.highest", ["value": value, "level": text.level(level)]))"),
            ])
    }

    private func origin(of highest: AllergenNow.Highest) -> Markup {
        let subject = PlaceSubject(highest.station)
        let facts = [text.basis(highest.value.basis), text.dayOfYear(highest.value.day)]
        return Markup(
            "p",
            [
                Markup("a", ["href": subject.path], highest.station.name),
                .text(" · \(facts.joined(separator: " · "))"),
            ])
    }

    private var counts: [Markup] {
        guard !now.counts.isEmpty else { return [] }
        return [
            Markup(
                "ul", ["class": "rows"],
                now.counts.map { level, stations in
                    Markup(
                        "li",
                        [
                            Markup(
                                "span", ["class": "day-level"],
                                [
                                    .swatch(level, colours),
                                    .text(" \(text.capitalised(text.level(level)))"),
                                ]),
                            Markup("span", text.counted("allergen.now.stations", stations)),
                        ])
                })
        ]
    }
}

/// The bounds of the levels, and whose they are.
struct AllergenScaleSection {
    let allergen: Allergen
    let text: PlaceText
    let colours: LevelColours

    var content: [Markup] {
        guard let (scale, bounds) = Scale.standard(for: allergen), let unit = allergen.unit
        else { return [Markup("p", text("allergen.scale.none"))] }
        let rows: [(Level, Double)] = [
            (.low, bounds.low), (.moderate, bounds.moderate), (.high, bounds.high),
            (.veryHigh, bounds.veryHigh),
        ]
        return [
            Markup(
                "table", ["class": "allergen-scale"],
                [
                    Markup("caption", [Markup("span", ["class": "unseen"], text("allergen.scale.caption"))]),
                    Markup(
                        "thead",
                        [
                            Markup(
                                "tr",
                                [
                                    Markup("th", ["scope": "col"], text("column.level")),
                                    Markup(
                                        "th", ["scope": "col", "class": "figure"],
                                        text(
                                            "allergen.scale.from",
                                            ["unit": text("unit.\(unit.rawValue)")])),
                                ])
                        ]), Markup("tbody", rows.map(row)),
                ]), Markup("p", ["class": "small"], text.source(["\(scale.title). \(scale.source)"])),
        ]
    }

    private func row(_ level: Level, _ bound: Double) -> Markup {
        Markup(
            "tr",
            [
                Markup(
                    "th", ["scope": "row"],
                    [.swatch(level, colours), .text(" \(text.capitalised(text.level(level)))")]),
                Markup("td", ["class": "figure"], text.number(bound)),
            ])
    }
}
