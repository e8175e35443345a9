import Foundation
import Testing

@testable import Help

@Suite struct FoodTests {
    private let catalogue = FoodCatalogue.standard

    private func foods(of group: String) -> Set<String> {
        Set(catalogue.foods.filter { $0.groups.contains(group) }.map(\.code))
    }

    @Test func `the eighteen common foods, the 14 groups of the EU and the 9 of the US are there`() {
        let common = [
            "milk", "egg", "fish", "shellfish", "soy", "peanut", "almond", "brazilNut", "cashew", "coconut",
            "hazelnut", "macadamia", "pecan", "pineNut", "pistachio", "walnut", "wheat", "sesame",
        ]
        #expect(catalogue.foods.filter(\.isCommon).map(\.code).sorted() == common.sorted())
        let groups = Set(catalogue.foods.flatMap(\.groups))
        #expect(groups.count { $0.hasPrefix("eu.") } == 14)
        #expect(groups.count { $0.hasPrefix("us.") } == 9)
        #expect(groups.allSatisfy { $0.hasPrefix("eu.") || $0.hasPrefix("us.") })
    }

    @Test func `coconut is a food but no tree nut, and pine nuts are tree nuts in the US alone`() throws {
        let coconut = try #require(catalogue.foods.first { $0.code == "coconut" })
        #expect(coconut.groups.isEmpty)
        #expect(!foods(of: "eu.nuts").contains("pineNut") && foods(of: "us.treeNuts").contains("pineNut"))
        // Regulation (EU) No 1169/2011, Annex II, 8, and the name for all of them.
        #expect(
            foods(of: "eu.nuts") == [
                "treeNut", "almond", "hazelnut", "walnut", "cashew", "pecan", "brazilNut", "pistachio",
                "macadamia",
            ])
        #expect(foods(of: "eu.gluten") == ["glutenCereal", "wheat", "rye", "barley", "oat"])
    }

    @Test func `every food has a name of its own in each of twenty languages`() {
        #expect(catalogue.languages.count == 20 && Set(catalogue.languages).count == 20)
        for language in catalogue.languages {
            let names = catalogue.foods.compactMap { $0.names[language] }.filter { !$0.isEmpty }
            #expect(names.count == catalogue.foods.count && Set(names).count == names.count, "\(language)")
        }
        #expect(catalogue.foods.allSatisfy { $0.names.count == 20 })
        for law in ["eu", "us", "common"] { #expect(catalogue.sources[law]?.isEmpty == false) }
    }

    @Test func `a food is read back as it was kept`() throws {
        for food in [FoodAllergy.Food.known("walnut"), .own(name: "Kiwi", sign: "🥝")] {
            let allergy = FoodAllergy(food: food, severity: "Traces", note: "")
            let kept = try JSONEncoder().encode(allergy)
            #expect(try JSONDecoder().decode(FoodAllergy.self, from: kept) == allergy)
        }
    }

    @Test func `the same food is kept once, however it is spelled`() throws {
        func own(_ name: String) -> FoodAllergy {
            FoodAllergy(food: .own(name: name, sign: "🥝"), severity: "", note: "")
        }
        let nut = FoodAllergy(food: .known("walnut"), severity: "", note: "")
        #expect(throws: HelpRefusal.known) { try nut.settled(beside: nut) }
        #expect(throws: HelpRefusal.known) { try own("Kiwi").settled(beside: own(" kiwi ")) }
        #expect(try own("walnut").settled(beside: nut) == nil)
    }
}
