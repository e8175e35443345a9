import Allergens
import Interpolation
import Observations
import SeededTesting
import Testing

@testable import Evaluation

@Suite struct NestedEvaluationTests {
    /// 2020-04-08 and 2021-04-13, on which blocks of ten days begin.
    private static let starts = [18_360, 18_730]

    /// Three stations that are near enough to know each other, on every fifth day of twenty.
    private func season(from start: Int, seed: UInt64) -> [DayValue] {
        var numbers = SeededGenerator(seed: seed)
        return [0, 5, 10, 15].flatMap { offset in
            [("a", 0.0), ("b", 0.3), ("c", 0.7)].map { name, longitude in
                let value = Double.random(in: 1...400, using: &numbers).rounded()
                return sample(name, longitude: longitude, value, day: start + offset)
            }
        }
    }

    private func nested(_ samples: [DayValue]) throws -> NestedEvaluation {
        try #require(NestedEvaluation(samples, of: birch, bounds: birchBounds))
    }

    @Test func `each year is judged with what the other year chose`() throws {
        let years = Self.starts.enumerated().map { season(from: $1, seed: UInt64($0)) }
        let result = try nested(years[0] + years[1])
        #expect(result.parts.map(\.number) == [2020, 2021] && result.parts.allSatisfy(\.isYear))
        #expect(result.parts.map(\.chosenOn) == [12, 12])
        #expect(result.parts.map(\.days.lowerBound.daysSinceEpoch) == Self.starts)
        let evaluation = Evaluation(years[0] + years[1], bounds: birchBounds)
        for (place, part) in result.parts.enumerated() {
            let averaging = Averaging(softening: part.softening, lift: part.lift)
            let map = evaluation.judged(by: MapField(of: birch, bounds: birchBounds, averaging: averaging))
            let own = place * 12..<(place + 1) * 12
            #expect(Array(result.nested[own]) == Array(map[own]))
        }
        #expect(result.fixed == evaluation.judged(by: MapField(of: birch, bounds: birchBounds)))
    }

    @Test func `values of a year do not change what is chosen for it`() throws {
        let first = season(from: Self.starts[0], seed: 1)
        let results = try [2, 3].map { try nested(first + season(from: Self.starts[1], seed: $0)) }
        #expect(results[0].plain != results[1].plain)
        #expect(results[0].parts[1].softening == results[1].parts[1].softening)
        #expect(results[0].parts[1].lift == results[1].parts[1].lift)
    }

    @Test func `a single year is parted into halves that tear no block`() throws {
        let days = (0..<50).flatMap { day in
            [CivilDate(daysSinceEpoch: 18_363 + day), CivilDate(daysSinceEpoch: 18_363 + day)]
        }
        // Six blocks, the first and the last of them cut off by the season.
        let held = try #require(HeldOutParts(days))
        #expect(!held.areYears && held.numbers == [1, 2])
        #expect(held.days.map(\.lowerBound.daysSinceEpoch) == [18_363, 18_390])
        #expect(held.days.map(\.upperBound.daysSinceEpoch) == [18_389, 18_412])
        #expect(held.parts == [Int](repeating: 0, count: 54) + [Int](repeating: 1, count: 46))
        #expect(HeldOutParts([CivilDate(daysSinceEpoch: 18_361), CivilDate(daysSinceEpoch: 18_368)]) == nil)
    }

    @Test func `a part that leaves one block to choose on is not judged`() {
        // Two blocks of one year: each half leaves the other, which is one block.
        let samples = season(from: Self.starts[0], seed: 4)
        #expect(NestedEvaluation(samples, of: birch, bounds: birchBounds) == nil)
        #expect(NestedEvaluation([], of: birch, bounds: birchBounds) == nil)
    }

    // MARK: - The choice

    /// The same prediction for a day of 99, which is high, in each of three blocks.
    private func tallies(_ prediction: Double, falseAlarm: Bool = false) -> [BlockTally] {
        (0..<3).map { _ in
            var tally = BlockTally()
            tally.add(prediction, measured: 99, bounds: birchBounds)
            if falseAlarm { tally.add(70, measured: 69, bounds: birchBounds) }
            return tally
        }
    }

    private func choice(among candidates: [[BlockTally]], logarithms: Double) -> Int {
        AveragingChoice.place(among: candidates, logarithms: tallies(logarithms), plain: tallies(150))
    }

    @Test func `the choice demands error and high days alike`() {
        // 69 grains miss the high day, a false alarm halves CSI, and 75 errs too far; 88 has both.
        let some = [tallies(69), tallies(99, falseAlarm: true), tallies(88), tallies(75)]
        #expect(choice(among: some, logarithms: 88) == 2)
        #expect(choice(among: some + [tallies(98)], logarithms: 88) == 4)
        // log₁₀ 90 − log₁₀ 89 is .0049, above the allowance: none holds, and the smallest error is chosen.
        #expect(choice(among: some, logarithms: 89) == 1)
    }

    @Test func `without a candidate that holds, the smallest error is chosen, and of equals the first`() {
        #expect(choice(among: [tallies(71), tallies(80), tallies(75)], logarithms: 99) == 1)
        #expect(choice(among: [tallies(98), tallies(98)], logarithms: 98) == 0)
    }

    @Test func `draws depend on the seed alone and stay among the blocks`() {
        let places = BlockBootstrap.places(among: 4, draws: 50)
        #expect(places == BlockBootstrap.places(among: 4, draws: 50))
        #expect(places.count == 50 && places.allSatisfy { $0.count == 4 })
        #expect(Set(places.joined()) == [0, 1, 2, 3])
    }
}
