import Allergens
import Foundation
import People
import Site

/// The list of all allergens and pollutants, by kind and with their drawings.
struct AllergenListContent {
    let query: String
    let text: PlaceText
    let taxonomy: Taxonomy
    let base: String

    /// A part of the list.
    private struct Kind {
        let id: String
        let title: String
        let members: [Allergen]
    }

    /// The page; lists of results leave out what a search found.
    var content: ComposedContent {
        ComposedContent(
            title: text("page.allergens"), about: query.isEmpty ? text("page.allergens.about") : nil,
            head: WordedAddress(path: AllergenAddress.list, base: base).links(in: text.language),
            content: [
                Markup("h1", text("page.allergens")),
                Markup("p", ["class": "lead"], text("page.allergens.about")), form,
            ] + parts)
    }

    /// The page where there is no such allergen.
    var unknown: ComposedContent {
        ComposedContent(
            title: text("allergen.unknown"), about: nil, head: [],
            content: [Markup("h1", text("allergen.unknown")), form] + parts)
    }

    private var form: Markup {
        Markup(
            "form",
            [
                "action": AllergenAddress.list, "method": "get", "role": "search",
                "class": "line allergen-search",
            ],
            [
                Markup("label", ["for": "name", "class": "unseen"], text("allergens.search")),
                Markup(
                    void: "input",
                    [
                        "class": "field", "id": "name", "name": "q", "type": "search",
                        "maxlength": "\(AllergenPageRoutes.mostCharacters)", "value": query,
                        "placeholder": text("allergens.search"), "autocomplete": "off",
                    ]),
                Markup("button", ["class": "main", "type": "submit"], text("place.find.go")),
            ])
    }

    private var parts: [Markup] {
        let kinds = kinds.filter { !$0.members.isEmpty }
        guard !kinds.isEmpty else {
            return [Markup("p", ["class": "part card", "role": "status"], text("allergens.none"))]
        }
        return kinds.map { kind in
            Markup(
                "section", ["class": "part card", "id": kind.id, "aria-labelledby": "\(kind.id)-heading"],
                [
                    Markup("h2", ["id": "\(kind.id)-heading"], kind.title),
                    Markup("ul", ["class": "allergen-list"], kind.members.map(row)),
                ])
        }
    }

    private func row(_ allergen: Allergen) -> Markup {
        Markup(
            "li",
            [
                Markup(
                    "a", ["href": AllergenAddress(allergen).path],
                    [
                        Markup(
                            void: "img",
                            [
                                "src": AllergenDrawing.path(of: allergen.id), "alt": "", "width": "56",
                                "height": "56", "loading": "lazy",
                            ]),
                        Markup("span", text.name(of: allergen)),
                    ])
            ])
    }

    private var kinds: [Kind] {
        let found = taxonomy.allergens.filter { $0.category != .food && fits($0) }.sorted {
            text.name(of: $0).localizedStandardCompare(text.name(of: $1)) == .orderedAscending
        }
        func kind(_ id: String, _ title: String, _ category: Allergen.Category) -> Kind {
            Kind(id: id, title: text(title), members: found.filter { $0.category == category })
        }
        return taxonomy.groups.map { group in
            Kind(
                id: group.key,
                title: text.capitalised(
                    group.names[text.language.rawValue] ?? group.names["en"] ?? group.key),
                members: found.filter { $0.group?.rawValue == group.key })
        } + [
            kind("pollutants", "allergens.pollutants", .pollutant),
            kind("indoor", "allergens.indoor", .indoor), kind("chemical", "allergens.chemical", .chemical),
        ]
    }

    /// Whether any of its names has the words of the search in it, without regard to case and accents.
    private func fits(_ allergen: Allergen) -> Bool {
        guard !query.isEmpty else { return true }
        let names =
            Array(allergen.names.values) + (allergen.aliases ?? [])
            + [allergen.latin, allergen.family, allergen.id.rawValue].compactMap(\.self)
        return names.contains {
            $0.range(of: query, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
