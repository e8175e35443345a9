import Allergens
import Testing

@testable import Interpolation

@Suite struct GradeTests {
    @Test func `the whole part of a grade is the level's rank`() throws {
        for allergen in Taxonomy.standard.allergens {
            guard let bounds = Scale.standard(for: allergen)?.bounds else { continue }
            let edges = bounds.knots + [bounds.low - 0.5, bounds.top * 3]
            for concentration in edges.flatMap({ [$0, $0.nextDown, $0 + 0.01, $0 * 0.9] })
            where concentration >= 0 {
                let grade = Grade.of(concentration, within: bounds)
                #expect(Int(grade) == bounds.level(of: concentration).rank)
            }
        }
    }

    @Test func `looking up a grade matches computing it`() throws {
        let bounds = try #require(LevelBounds(low: 1, moderate: 11, high: 70, veryHigh: 300))
        let table = GradeTable(bounds)
        for step in 0...1000 {
            let logarithm = 4 * Double(step) / 1000
            let exact = Grade.of(LogScale.concentration(ofLogarithm: logarithm), within: bounds)
            #expect(abs(table.grade(ofLogarithm: Float(logarithm)) - exact) < 0.01)
        }
    }
}
