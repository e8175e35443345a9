import Allergens
import Localisation
import Site

/// What a pollutant is, how air quality indices rate it, and what to do.
struct PollutantSections {
    let allergen: Allergen
    let text: PlaceText
    let colours: LevelColours

    var what: [Markup] {
        [
            Markup("p", text("pollutant.what.\(allergen.id.rawValue)")),
            text.cited(AllergenFacts.builtIn.sources(of: allergen.id)),
        ]
    }

    /// The indices that rate it.
    private var rating: [(index: AirQualityIndex, tables: [AirQualityIndex.Table])] {
        AirQualityIndex.standard.map { index in
            (index, index.tables.filter { $0.pollutant.allergen == allergen.id })
        }.filter { !$0.tables.isEmpty }
    }

    /// The advice of the European index, or else of the first one that rates the pollutant.
    var advice: [Markup] {
        guard let index = (rating.first { $0.index.id == "eaqi" } ?? rating.first)?.index else { return [] }
        let advised = index.classes.reduce(into: [(AirQualityAdvice, [AirQualityIndex.Class])]()) {
            if $0.last?.0 == $1.advice { $0[$0.count - 1].1.append($1) } else { $0.append(($1.advice, [$1])) }
        }
        return [
            Markup("p", ["class": "hint"], text("pollutant.advice.about", ["name": title(of: index)])),
            Markup(
                "dl", ["class": "allergen-advice"],
                advised.flatMap { advice, classes in
                    [
                        Markup("dt", name(of: classes)),
                        Markup(
                            "dd",
                            [
                                .text(text.catalogue.advice(advice)),
                                text.credits(ofAdvice: advice.messageKey),
                            ]),
                    ]
                }),
        ]
    }

    private func name(of classes: [AirQualityIndex.Class]) -> [Markup] {
        classes.enumerated().flatMap { place, airClass in
            [
                .text(place > 0 ? " " : ""), .swatch(colour: airClass.colour),
                .text(" \(text.capitalised(text.catalogue.name(of: airClass.category)))"),
            ]
        }
    }

    var indices: [Markup] {
        [Markup("p", text("pollutant.indices.about"))]
            + rating.flatMap { index, tables in
                tables.map { table(of: $0, index) } + [
                    Markup("p", ["class": "small"], text.source([index.source]))
                ]
            }
    }

    private func title(of index: AirQualityIndex) -> String {
        text.words.known("airIndex.\(index.id)") ?? index.title
    }

    private func table(of table: AirQualityIndex.Table, _ index: AirQualityIndex) -> Markup {
        let period = text("pollutant.period.\(table.period.rawValue)")
        return Markup(
            "table", ["class": "allergen-scale"],
            [
                Markup("caption", "\(title(of: index)), \(period)"),
                Markup(
                    "thead",
                    [
                        Markup(
                            "tr",
                            [
                                Markup("th", ["scope": "col"], text("pollutant.index.class")),
                                Markup("th", ["scope": "col", "class": "figure"], unit(of: table)),
                            ])
                    ]),
                Markup("tbody", index.ranges(in: table).map(row)),
            ])
    }

    private func unit(of table: AirQualityIndex.Table) -> String {
        switch table.unit {
        case .microgramsPerCubicMetre: "µg/m³"
        case .milligramsPerCubicMetre: "mg/m³"
        case .partsPerBillion, .partsPerMillion: table.unit.rawValue
        }
    }

    private func row(_ range: AirQualityIndex.ClassRange) -> Markup {
        let figures =
            range.end.map { "\(text.exact(range.begin))–\(text.exact($0))" }
            ?? text("pollutant.index.over", ["value": text.exact(range.begin)])
        return Markup(
            "tr",
            [
                Markup(
                    "th", ["scope": "row"],
                    [
                        .swatch(colour: range.airClass.colour),
                        .text(" \(text.capitalised(text.catalogue.name(of: range.airClass.category)))"),
                    ]),
                Markup("td", ["class": "figure"], figures),
            ])
    }
}
