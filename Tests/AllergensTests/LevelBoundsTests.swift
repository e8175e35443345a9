import SeededTesting
import Testing

@testable import Allergens

@Suite struct LevelBoundsTests {
    private var birch: LevelBounds {
        get throws {
            let allergen = try #require(Taxonomy.standard[Allergen.ID(rawValue: "birch")])
            return try #require(Scale.standard(for: allergen)).bounds
        }
    }

    /// The bounds of all allergens that a built-in scale covers.
    private var all: [LevelBounds] {
        Taxonomy.standard.allergens.compactMap { Scale.standard(for: $0)?.bounds }
    }

    @Test(arguments: [
        (0, Level.none), (0.4, .none), (1, .low), (10, .low), (11, .moderate), (69, .moderate), (70, .high),
        (299, .high), (300, .veryHigh), (5_000, .veryHigh),
    ])
    func `the printed bounds of birch belong to the upper class`(concentration: Double, level: Level) throws {
        #expect(try birch.level(of: concentration) == level)
    }

    @Test func `every measured allergen has a scale and every scale fits its unit`() {
        for allergen in Taxonomy.standard.allergens where allergen.unit != nil {
            #expect(Scale.standard(for: allergen)?.scale.unit == allergen.unit, "\(allergen.id)")
        }
    }

    @Test func `the index rises without a jump from 0 to 10`() {
        for bounds in all {
            #expect(bounds.index(of: 0) == 0)
            #expect(bounds.index(of: bounds.top) == 10)
            #expect(bounds.index(of: bounds.top * 100) == 10)
            let step = bounds.top / 5_000
            // The steepest class limits how much one step may add.
            let steepest = zip(bounds.knots, bounds.knots.dropFirst()).map { 2.5 / ($1 - $0) }.max() ?? 0
            var last = 0.0
            for concentration in stride(from: 0, through: bounds.top * 1.1, by: step) {
                let index = bounds.index(of: concentration)
                #expect(index >= last && index - last <= steepest * step * 1.001)
                last = index
            }
        }
    }

    @Test(arguments: UInt64(0)..<10)
    func `the level of a concentration matches its index`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for bounds in all {
            for concentration in bounds.knots.dropLast() + [.random(in: 0...bounds.top, using: &generator)] {
                let level = bounds.level(of: concentration)
                switch bounds.index(of: concentration) {
                case 7.5...: #expect(level == .veryHigh)
                case 5...: #expect(level == .high)
                case 2.5...: #expect(level == .moderate)
                default: #expect(level <= .low)
                }
            }
        }
    }

    @Test(arguments: [
        [0.0, 1, 2, 3], [0.2, 0.3, 0.4, 0.5], [1, 1, 2, 3], [1, 3, 2, 4], [1, 2, 3, .infinity],
        [.nan, 1, 2, 3], [-1, 1, 2, 3],
    ])
    func `bounds that do not rise from at least one grain are refused`(numbers: [Double]) {
        let bounds = LevelBounds(
            low: numbers[0], moderate: numbers[1], high: numbers[2], veryHigh: numbers[3])
        #expect(bounds == nil)
    }

    @Test func `levels have ranks from 0 to 4`() {
        #expect(Level.allCases.map(\.rank) == [0, 1, 2, 3, 4])
        #expect(Level.allCases.map { Level(rank: $0.rank) } == Level.allCases)
        #expect(Level(rank: 5) == nil && Level(rank: -1) == nil)
        #expect(Level.allCases.sorted() == Level.allCases)
    }
}
