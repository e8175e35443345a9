import Foundation
import SeededTesting
import Testing

@testable import Allergens

@Suite struct TaxonomyTests {
    private let taxonomy = Taxonomy.standard

    @Test func `keys, codes and spellings are each used once`() {
        let allergens = taxonomy.allergens
        #expect(Set(allergens.map(\.id)).count == allergens.count)
        #expect(Set(allergens.map(\.code)).count == allergens.count)
        let spellings = allergens.flatMap { allergen in
            Set(([allergen.id.rawValue] + (allergen.aliases ?? [])).map { $0.lowercased() })
        }
        #expect(Set(spellings).count == spellings.count)
    }

    @Test func `every allergen has an English name, and every counted one has a unit and a group`() {
        for allergen in taxonomy.allergens {
            #expect(allergen.names["en"]?.isEmpty == false, "\(allergen.id)")
            switch allergen.category {
            case .pollen:
                #expect(allergen.unit == .grainsPerCubicMetre && allergen.group != nil, "\(allergen.id)")
            case .spore:
                #expect(allergen.unit == .sporesPerCubicMetre && allergen.group == .spore, "\(allergen.id)")
            case .pollutant: #expect(allergen.unit == .microgramsPerCubicMetre, "\(allergen.id)")
            case .indoor, .chemical, .food: #expect(allergen.unit == nil, "\(allergen.id)")
            }
        }
    }

    @Test(arguments: [
        ("birch", "birch"), ("Betula", "birch"), (" BETU ", "birch"), ("prbr", "birch"), ("Corylus", "hazel"),
        ("Cupress/Taxaceae", "cypress"),
    ])
    func `an allergen is found by key and alias in any case`(spelling: String, key: String) {
        #expect(taxonomy.allergen(spelled: spelling)?.id.rawValue == key)
    }

    @Test(arguments: [
        ("Birke", "birch"), ("Sweet chestnut", "chestnut"), ("sweet_chestnut", "chestnut"),
        ("GRAMINÉES", "grass"), ("graminees", "grass"), ("Süssgräser", "grass"), ("Beifuss", "mugwort"),
        ("Ontano", "alder"), ("castaño", "chestnut"), ("Penicillium/Aspergillus", "penicillium_aspergillus"),
    ])
    func `an allergen is found by its names in five languages`(spelling: String, key: String) {
        #expect(taxonomy.allergen(spelled: spelling)?.id.rawValue == key)
    }

    @Test func `a name that two allergens have finds neither`() throws {
        func entry(_ code: Int, _ key: String) -> String {
            #"{"code":\#(code),"key":"\#(key)","category":"pollen","names":{"en":"\#(key)","de":"Zeder"}}"#
        }
        let json = Data(#"{"allergens":[\#(entry(0, "one")),\#(entry(1, "two"))]}"#.utf8)
        let taxonomy = try Taxonomy(json: json)
        #expect(taxonomy.allergen(spelled: "Zeder") == nil)
        #expect(taxonomy.allergen(spelled: "one")?.code == 0)
    }

    @Test(arguments: ["", "bir ch", "Betula pendula", "ß"])
    func `an unknown spelling matches no allergen`(spelling: String) {
        #expect(taxonomy.allergen(spelled: spelling) == nil)
    }

    @Test(arguments: [
        (1, "b", "[]"), (0, "b", #"["A"]"#), (128, "b", "[]"), (-1, "b", "[]"), (1, "a", "[]"),
    ])
    func `a duplicate code or spelling is an error`(code: Int, key: String, aliases: String) {
        func entry(_ code: Int, _ key: String, _ aliases: String) -> String {
            #"{"code":\#(code),"key":"\#(key)","category":"pollen","names":{"en":"x"},"aliases":\#(aliases)}"#
        }
        let sound = (code, key, aliases) == (1, "b", "[]")
        let json = Data(#"{"allergens":[\#(entry(0, "a", "[]")),\#(entry(code, key, aliases))]}"#.utf8)
        let isRead = (try? Taxonomy(json: json)) != nil
        #expect(isRead == sound)
    }

    @Test func `a set and its keys convert into each other`() {
        let ids = taxonomy.allergens.map(\.id)
        #expect(taxonomy.ids(in: taxonomy.set(of: ids)) == ids)
        #expect(taxonomy.set(of: [Allergen.ID(rawValue: "unheard of")]).isEmpty)
        for group in Allergen.Group.allCases { #expect(!taxonomy.members(of: group).isEmpty) }
    }

    @Test(arguments: UInt64(0)..<20)
    func `a set of bits behaves like a set of codes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func codes() -> Set<Int> {
            Set(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    .random(in: 0..<128, using: &generator)
                })
        }
        for _ in 0..<50 {
            let (left, right) = (codes(), codes())
            var (mine, other) = (AllergenSet(), AllergenSet())
            for code in left { mine.insert(code: code) }
            for code in right { other.insert(code: code) }
            #expect(mine.codes == left.sorted())
            #expect(mine.isEmpty == left.isEmpty)
            #expect(mine.overlaps(other) == !left.isDisjoint(with: right))
            #expect((0..<128).allSatisfy { mine.contains(code: $0) == left.contains($0) })
        }
    }
}
