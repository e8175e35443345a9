import Allergens
import Foundation
import People
import Site

/// What studies and authorities say about allergens, each with its sources.
struct AllergenFacts: Decodable, Sendable {
    /// Foods to which people with an allergy often react, too.
    private struct CrossReaction: Decodable {
        let allergen: Allergen.ID
        let foods: [String]
        let sources: [String]
    }

    /// Foods with the sources that name them.
    struct Foods {
        let names: [String]
        let sources: [CitedSource]
    }

    private let sources: [String: CitedSource]
    private let foods: [String: [String: String]]
    private let crossReactions: [CrossReaction]
    private let pollutants: [Allergen.ID: [String]]

    /// The facts that are built in.
    static let builtIn: AllergenFacts = {
        let file = EmbeddedFiles["AllergenPages/allergen-facts.json"]
        guard let facts = try? JSONDecoder().decode(AllergenFacts.self, from: Data(file))
        else { preconditionFailure("the facts on allergens are valid JSON") }
        return facts
    }()

    /// The foods that go with an allergen, in a language; those that share sources together.
    func foods(with allergen: Allergen.ID, in language: Language) -> [Foods] {
        crossReactions.filter { $0.allergen == allergen }.map { reaction in
            Foods(
                names: reaction.foods.map { foods[$0]?[language.rawValue] ?? $0 },
                sources: reaction.sources.compactMap { sources[$0] })
        }
    }

    /// What was read for the foods of all allergens, each once.
    ///
    /// A pair is listed where one of them treats it as a syndrome or an association of its own. They may mention more.
    var foodSources: [CitedSource] {
        Set(crossReactions.flatMap(\.sources)).sorted().compactMap { sources[$0] }
    }

    /// The sources of what the pages say a pollutant is.
    func sources(of pollutant: Allergen.ID) -> [CitedSource] {
        (pollutants[pollutant] ?? []).compactMap { sources[$0] }
    }

    /// The names of foods, sources and allergens that something refers to, although they do not exist.
    func strays(in taxonomy: Taxonomy) -> [String] {
        let cited = crossReactions.flatMap(\.sources) + pollutants.values.joined()
        let named = crossReactions.map(\.allergen) + pollutants.keys
        return cited.filter { sources[$0] == nil } + sources.keys.filter { !cited.contains($0) }
            + crossReactions.flatMap(\.foods).filter { foods[$0]?.count != Language.allCases.count }
            + named.filter { taxonomy[$0] == nil }.map(\.rawValue)
    }
}

/// The drawings of the allergens.
enum AllergenDrawing {
    private static let descriptions: [String: [String: String]] = {
        let file = EmbeddedFiles["AllergenPages/drawings.json"]
        guard let texts = try? JSONDecoder().decode([String: [String: String]].self, from: Data(file))
        else { preconditionFailure("the descriptions of drawings are valid JSON") }
        return texts
    }()

    /// The path of an allergen's drawing, which the site serves.
    static func path(of allergen: Allergen.ID) -> String { "/assets/\(name(of: allergen))" }

    /// An allergen's drawing; empty if there is none.
    static func svg(of allergen: Allergen.ID) -> String { SiteDrawing.svg(named: name(of: allergen)) ?? "" }

    private static func name(of allergen: Allergen.ID) -> String { "allergen-\(allergen.rawValue).svg" }

    /// What a drawing shows, in words; `nil` if there is none.
    static func description(of allergen: Allergen.ID, in language: Language) -> String? {
        descriptions[allergen.rawValue]?[language.rawValue]
    }
}
