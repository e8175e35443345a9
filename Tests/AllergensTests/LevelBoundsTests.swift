import Testing

@testable import Allergens

@Suite struct LevelBoundsTests {
    private var birch: LevelBounds {
        get throws {
            let allergen = try #require(Taxonomy.standard[Allergen.ID(rawValue: "birch")])
            return try #require(Scale.standard(for: allergen)).bounds
        }
    }

    @Test(arguments: [
        (0, Level.none), (0.4, .none), (1, .low), (10, .low), (11, .moderate), (69, .moderate), (70, .high),
        (299, .high), (300, .veryHigh), (5_000, .veryHigh),
    ])
    func `the printed bounds of birch belong to the upper class`(concentration: Double, level: Level) throws {
        #expect(try birch.level(of: concentration) == level)
    }
}
