import Allergens
import Testing

@testable import People

@Suite struct WatchTests {
    private let taxonomy = Taxonomy.standard

    private func id(_ key: String) -> Allergen.ID { Allergen.ID(rawValue: key) }

    private func watch(_ key: String, _ level: Level? = nil) throws -> Watch {
        Watch(try #require(taxonomy.subject(spelled: key)), level: level)
    }

    /// The resulting watches, as `birch:high` or `alder:high<birch` for a cross-reaction.
    private func list(_ watches: [Watch], in profile: Profile = Profile()) -> Set<String> {
        Set(
            taxonomy.watchList(of: watches, in: profile).map { allergen, watched in
                let through = watched.crossReaction.map { "<\($0.rawValue)" } ?? ""
                return "\(allergen.rawValue):\(watched.level)\(through)"
            })
    }

    @Test func `a subject is an allergen by key or alias, or a group`() {
        #expect(taxonomy.subject(spelled: " Betula ") == .allergen(id("birch")))
        #expect(taxonomy.subject(spelled: "TREE") == .group(.tree))
        // Grasses are counted as one taxon: the word means that taxon, and not rye beside it.
        #expect(taxonomy.subject(spelled: "grass") == .allergen(id("grass")))
        #expect(taxonomy.subject(spelled: "moonflower") == nil)
    }

    @Test func `a level comes from the watch, else from the profile, else it is high`() throws {
        var profile = Profile()
        profile.watches = [try watch("birch", .low), try watch("oak")]
        let watches = [try watch("birch"), try watch("oak"), try watch("ash"), try watch("hazel", .veryHigh)]
        #expect(list(watches, in: profile) == ["birch:low", "oak:high", "ash:high", "hazel:veryHigh"])
        #expect(list(profile.watches, in: profile) == ["birch:low", "oak:high"])
        #expect(list([], in: profile).isEmpty)
    }

    @Test func `a group stands for its members, and a member named itself has its own level`() throws {
        let trees = taxonomy.members(of: .tree)
        for watches in [
            [try watch("tree", .low), try watch("birch", .veryHigh)],
            [try watch("birch", .veryHigh), try watch("tree", .low)],
        ] {
            let found = taxonomy.watchList(of: watches, in: Profile())
            #expect(Set(found.keys) == Set(trees.map(\.id)))
            for (allergen, watched) in found {
                #expect(watched == WatchedLevel(allergen == id("birch") ? .veryHigh : .low), "\(allergen)")
            }
        }
    }

    @Test func `cross-reactions use the lowest level of their causes, and name them`()
        throws
    {
        var profile = Profile()
        profile.isCrossReactive = true
        let watches = [try watch("birch", .moderate), try watch("oak", .low), try watch("olive", .veryHigh)]
        #expect(
            list(watches, in: profile) == [
                "birch:moderate", "oak:low", "olive:veryHigh", "ash:veryHigh<olive", "alder:low<oak",
                "hazel:low<oak", "hornbeam:low<oak", "beech:low<oak", "chestnut:low<oak", "plane:low<oak",
            ])
        profile.isCrossReactive = false
        #expect(list(watches, in: profile) == ["birch:moderate", "oak:low", "olive:veryHigh"])
    }

    @Test func `an allergen without relatives adds nothing`() throws {
        var profile = Profile()
        profile.isCrossReactive = true
        let lonely = try #require(taxonomy.allergens.first { $0.crossReaction == nil })
        #expect(Set(taxonomy.watchList(of: [Watch(.allergen(lonely.id))], in: profile).keys) == [lonely.id])
    }

    @Test func `every cross-reaction and group of an allergen has a name, a source and two members`() {
        #expect(taxonomy.crossReactionSource?.contains("Pollenwarndienst") == true)
        #expect(Set(taxonomy.groups.map(\.key)) == Set(Allergen.Group.allCases.map(\.rawValue)))
        let keys = taxonomy.crossReactions.map(\.key)
        #expect(Set(keys) == Set(taxonomy.allergens.compactMap(\.crossReaction)))
        #expect(Set(keys).count == keys.count)
        for family in taxonomy.crossReactions + taxonomy.groups {
            #expect(
                Set(family.names.keys) == Set(Language.allCases.map(\.rawValue)),
                "\(family.key) lacks a language")
        }
        for key in keys {
            #expect(taxonomy.allergens.filter { $0.crossReaction == key }.count >= 2, "\(key)")
        }
    }
}
