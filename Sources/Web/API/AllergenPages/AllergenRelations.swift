import Allergens
import Foundation
import People
import Site

/// What goes with an allergen: its relatives, allergens that the immune system confuses with it, and foods.
struct AllergenRelations {
    private let allergen: Allergen
    private let taxonomy: Taxonomy
    private let text: PlaceText
    private let known: [AllergenFacts.Foods]

    init(_ allergen: Allergen, taxonomy: Taxonomy, text: PlaceText) {
        (self.allergen, self.taxonomy, self.text) = (allergen, taxonomy, text)
        known = AllergenFacts.builtIn.foods(with: allergen.id, in: text.language)
    }

    /// The sources of what it says, each once.
    var sources: [CitedSource] {
        known.flatMap(\.sources).reduce(into: []) { all, source in
            if !all.contains(source) { all.append(source) }
        }
    }

    /// Empty where neither relatives nor cross-reactions are known.
    var relatives: [Markup] { family + crossReactions }

    private var family: [Markup] {
        guard let family = allergen.family else { return [] }
        let members = taxonomy.allergens.filter { $0.family == family && $0.id != allergen.id }
        guard !members.isEmpty else { return [] }
        return [Markup("p", text("allergen.relatives.family", ["name": family])), list(of: members)]
    }

    private var crossReactions: [Markup] {
        guard let key = allergen.crossReaction,
            let group = taxonomy.crossReactions.first(where: { $0.key == key })
        else { return [] }
        let members = taxonomy.allergens.filter { $0.crossReaction == key && $0.id != allergen.id }
        guard !members.isEmpty else { return [] }
        let name = group.names[text.language.rawValue] ?? group.names["en"] ?? key
        return [
            Markup("p", text("allergen.relatives.cross", ["name": name])), list(of: members),
            Markup("p", [text.credits(ofAdvice: "allergen.relatives.cross")]),
        ]
    }

    private func list(of members: [Allergen]) -> Markup {
        Markup(
            "p", ["class": "chips"],
            members.map {
                Markup("a", ["class": "chip", "href": AllergenAddress($0).path], text.name(of: $0))
            })
    }

    /// Whether a source names foods.
    var hasFoods: Bool { !known.isEmpty }

    /// The foods that sources name, or else a sentence that says from which sources the list is.
    var foods: [Markup] {
        guard hasFoods else {
            return [Markup("p", text("allergen.noFoods")), text.cited(AllergenFacts.builtIn.foodSources)]
        }
        return [Markup("p", text("allergen.foods.about"))]
            + known.flatMap { foods in
                [
                    Markup("p", ["class": "allergen-foods"], text.capitalised(text.list(foods.names))),
                    text.cited(foods.sources),
                ]
            } + [Markup("p", text("allergen.foods.keep"))]
    }

    /// The subjects of articles that fit an allergen.
    static func keywords(of allergen: Allergen, hasFoods: Bool) -> Set<String> {
        let foods: Set<String> = hasFoods ? ["cross-reactions"] : []
        switch allergen.category {
        case .pollen: return foods.union(["pollen"])
        case .spore: return foods.union(["mould"])
        case .pollutant: return ["air-quality"]
        case .indoor: return foods.union(["home"])
        case .chemical: return ["air-quality", "home"]
        case .food: return []
        }
    }
}
