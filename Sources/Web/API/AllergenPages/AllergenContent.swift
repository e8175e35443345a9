import Alerts
import Allergens
import Articles
import Foundation
import Observations
import People
import Site

/// The page of an allergen or a pollutant, each part complete without a script.
struct AllergenContent {
    let report: AllergenReport
    let articles: ArticleLibrary
    let text: PlaceText
    let taxonomy: Taxonomy
    let colours: LevelColours
    let base: String

    private var allergen: Allergen { report.allergen }
    private var language: Language { text.language }
    private var isPollutant: Bool { allergen.category == .pollutant }
    private var relations: AllergenRelations { AllergenRelations(allergen, taxonomy: taxonomy, text: text) }

    /// - Throws: An error of the encoder.
    func content() throws -> ComposedContent {
        let metadata = AllergenMetadata(
            allergen: allergen, citations: AllergenFacts.builtIn.sources(of: allergen.id) + relations.sources,
            text: text, base: base)
        return ComposedContent(
            title: metadata.title, about: metadata.about, head: try metadata.head(),
            content: [
                Markup(
                    "p", ["class": "allergen-way"],
                    [Markup("a", ["href": AllergenAddress.list], text("allergens.all"))]), head, acts,
            ] + parts.compactMap(\.self))
    }

    private var parts: [Markup?] {
        guard report.now != nil else { return [notMeasured, relationsCard, foods, fitting, names] }
        let pollutant = PollutantSections(allergen: allergen, text: text, colours: colours)
        return isPollutant
            ? [
                card("what", "pollutant.what", pollutant.what), now, year, scale,
                card("advice", "pollutant.advice", pollutant.advice),
                card("indices", "pollutant.indices", pollutant.indices), fitting, names, credits,
            ] : [now, season, relationsCard, foods, scale, fitting, names, credits]
    }

    private var head: Markup {
        let drawing = AllergenDrawing.description(of: allergen.id, in: language).map {
            Markup(
                void: "img",
                [
                    "class": "allergen-drawing", "src": AllergenDrawing.path(of: allergen.id), "alt": $0,
                    "width": "120", "height": "120",
                ])
        }
        let latin = allergen.latin.map { Markup("p", ["class": "hint latin", "lang": "la"], $0) }
        let kind = Markup("p", ["class": "hint"], kind)
        return Markup(
            "header", ["class": "part card allergen-head"],
            [drawing].compactMap(\.self) + [
                Markup(
                    "div",
                    [Markup("h1", text.name(of: allergen))] + [latin, kind].compactMap(\.self))
            ])
    }

    private var kind: String {
        if let group = allergen.group, let family = taxonomy.groups.first(where: { $0.key == group.rawValue })
        {
            return text.capitalised(family.names[language.rawValue] ?? family.names["en"] ?? family.key)
        }
        switch allergen.category {
        case .pollutant: return text("allergens.pollutants")
        case .chemical: return text("allergens.chemical")
        case .indoor, .pollen, .spore, .food: return text("allergens.indoor")
        }
    }

    /// What to do from here; the buttons need scripts, which show them.
    private var acts: Markup {
        let map = report.layer.map { layer in
            let place = report.now?.highest.map {
                MapLink(to: layer, at: $0.station.position, on: nil).path
            }
            return Markup("a", ["class": "main", "href": place ?? "/#-/-/-/\(layer)"], text("place.map"))
        }
        let warning =
            report.now == nil
            ? nil
            : Markup(
                "a", ["class": "quiet", "href": "/places?allergen=\(allergen.id.rawValue)#new"],
                text("allergen.warn"))
        return Markup(
            "p", ["class": "line allergen-acts"],
            [map, warning].compactMap(\.self) + [
                Markup("a", ["class": "quiet", "href": "/emergency"], text("emergency.open")),
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "share", "hidden": ""],
                    text("place.share")),
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "print", "hidden": ""],
                    text("shared.print")),
                Markup("span", ["class": "small", "id": "told", "role": "status"], ""),
            ])
    }
}

/// The cards of the page.
extension AllergenContent {
    private var notMeasured: Markup { Markup("p", ["class": "part card"], text("allergen.notMeasured")) }

    private var now: Markup? {
        report.now.flatMap {
            card(
                "now", "allergen.now",
                AllergenNowSection(allergen: allergen, now: $0, text: text, colours: colours).content)
        }
    }

    private var season: Markup? {
        card("season", "allergen.season", AllergenSeasonSection(report: report, text: text).content)
    }

    private var year: Markup? {
        card("year", "pollutant.year", PollutantYearSection(report: report, text: text).content)
    }

    private var relationsCard: Markup? {
        card("relatives", "allergen.relatives", relations.relatives)
    }

    private var foods: Markup? { card("foods", "allergen.foods", relations.foods) }

    private var scale: Markup? {
        card(
            "scale", "allergen.scale",
            AllergenScaleSection(allergen: allergen, text: text, colours: colours).content)
    }

    private var fitting: Markup? {
        let wanted = AllergenRelations.keywords(of: allergen, hasFoods: relations.hasFoods)
        let found = articles.articles.filter { article in
            article.keywords.contains { wanted.contains($0.id) }
        }
        return card(
            "articles", "allergen.articles",
            found.isEmpty
                ? []
                : [
                    Markup(
                        "ul", ["class": "points"],
                        found.map { article in
                            Markup("li", article.mention(ArticlePhrases(language)))
                        })
                ])
    }

    private var names: Markup? {
        let others = Language.allCases.compactMap { other -> (String, String, String)? in
            guard let name = allergen.names[other.rawValue], other != language else { return nil }
            return (text.languageName(other), name, other.rawValue)
        }
        let facts = [
            ("allergen.names.latin", allergen.latin), ("allergen.names.family", allergen.family),
            (
                "allergen.names.also",
                allergen.aliases.map { $0.joined(separator: ", ") }
            ),
        ]
        return card(
            "names", "allergen.names",
            [
                Markup(
                    "dl", ["class": "allergen-names"],
                    others.flatMap {
                        [Markup("dt", $0.0), Markup("dd", ["lang": $0.2], $0.1)]
                    }
                        + facts.flatMap { key, value in
                            value.map { [Markup("dt", text(key)), Markup("dd", $0)] } ?? []
                        })
            ])
    }

    private var credits: Markup? {
        card(
            "sources", "place.sources",
            report.credits.isEmpty
                ? []
                : [
                    Markup("p", ["class": "small"], text.source(report.credits)),
                    Markup("p", [Markup("a", ["href": "/about"], text("nav.about"))]),
                ])
    }

    private func card(_ id: String, _ heading: String, _ content: [Markup]) -> Markup? {
        guard !content.isEmpty else { return nil }
        return Markup(
            "section", ["class": "part card", "id": id, "aria-labelledby": "\(id)-heading"],
            [Markup("h2", ["id": "\(id)-heading"], text(heading))] + content)
    }
}

extension PlaceText {
    /// What a language is called in this one.
    fileprivate func languageName(_ other: Language) -> String {
        Locale(identifier: language.rawValue).localizedString(forLanguageCode: other.rawValue)
            .map(capitalised) ?? other.rawValue
    }

    /// The sources of a statement in one line, with links.
    func cited(_ sources: [CitedSource]) -> Markup {
        let links = sources.enumerated().flatMap { place, source in
            (place > 0 ? [Markup.text(" · ")] : []) + [
                Markup("a", ["href": source.url, "rel": "noopener"], source.title),
                .text(", \(source.publisher)\(readNote(source))"),
            ]
        }
        return Markup("p", ["class": "small"], [.text("\(self("article.sources")): ")] + links)
    }

    private func readNote(_ source: CitedSource) -> String {
        guard let day = CivilDate(source.read) else { return "" }
        return " (\(self("source.read", ["day": fullDay(day)])))"
    }
}
