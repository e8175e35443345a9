import Allergens
import SeededTesting
import Testing

@testable import Evaluation

@Suite struct ComparisonTests {
    /// Judged days: one station-day for each value, `perDay` to a day.
    private func days(_ predictions: [Double?], _ measured: [Double], perDay: Int = 1) -> [JudgedDay] {
        zip(predictions, measured).enumerated().map { place, pair in
            JudgedDay(
                day: CivilDate(daysSinceEpoch: 18_000 + place / perDay), prediction: pair.0,
                measured: pair.1)
        }
    }

    private func error(_ logError: Comparison) throws -> Comparison.Difference {
        try #require(logError.logError)
    }

    @Test func `a constant lead is beyond chance in both directions`() throws {
        let measured = [Double](repeating: 99, count: 60)
        let good = days([Double](repeating: 99, count: 60), measured)
        let poor = days([Double](repeating: 9, count: 60), measured)
        let lead = Comparison(good, with: poor, bounds: birchBounds)
        // log₁₀ 100 − log₁₀ 10 on every day, whatever is drawn.
        #expect(try error(lead).value == -1 && error(lead).range == -1 ... -1)
        #expect(try error(lead).verdict == .better)
        #expect(try error(Comparison(poor, with: good, bounds: birchBounds)).verdict == .worse)
        // All days are high: the one calls every one, the other none.
        #expect(lead.successIndex?.value == 1 && lead.successIndex?.verdict == .better)
    }

    @Test func `a lead that comes from a single block is within chance`() throws {
        let measured = [Double](repeating: 99, count: 60)
        let plain = days([Double](repeating: 30, count: 60), measured)
        let lucky = days((0..<60).map { $0 < 10 ? 99 : 29 }, measured)
        let lead = try error(Comparison(lucky, with: plain, bounds: birchBounds))
        #expect(lead.value < 0 && lead.range.contains(0))
        #expect(lead.verdict == .withinChance)
    }

    @Test func `only station-days that both predicted count`() throws {
        let measured = [Double](repeating: 99, count: 40)
        let all = days([Double](repeating: 99, count: 40), measured)
        let some = days((0..<40).map { $0 % 2 == 0 ? 9 : nil }, measured)
        let lead = Comparison(all, with: some, bounds: birchBounds)
        #expect(lead.count == 20)
        #expect(try error(lead).value == -1)
        let none = Comparison(all, with: days(measured.map { _ in nil }, measured), bounds: birchBounds)
        #expect(none.count == 0 && none.logError == nil && none.successIndex == nil)
    }

    @Test func `the same days always have the same interval`() throws {
        var numbers = SeededGenerator(seed: 3)
        let measured = (0..<300).map { _ in Double.random(in: 0...200, using: &numbers).rounded() }
        let guesses = measured.map { $0 + Double.random(in: 0...20, using: &numbers).rounded() }
        let ranges = (0..<2).map { _ in ScoreRanges(days(guesses, measured), bounds: birchBounds) }
        #expect(ranges[0].logError == ranges[1].logError && ranges[0].logError != nil)
        let error = try #require(Score(days(guesses, measured), bounds: birchBounds).meanLogError)
        #expect(try #require(ranges[0].logError).contains(error))
    }

    /// Fourteen stations that agree are no more evidence than one: the interval does not shrink with them.
    @Test func `stations of a day are drawn together`() throws {
        var numbers = SeededGenerator(seed: 5)
        let errors = (0..<200).map { _ in Double.random(in: 1...60, using: &numbers).rounded() }
        let one = ScoreRanges(days(errors, errors.map { _ in 0 }), bounds: birchBounds)
        let repeated = errors.flatMap { [Double](repeating: $0, count: 14) }
        let many = ScoreRanges(days(repeated, repeated.map { _ in 0 }, perDay: 14), bounds: birchBounds)
        let (few, all) = (try #require(one.logError), try #require(many.logError))
        #expect(abs(few.lowerBound - all.lowerBound) < 1e-9 && abs(few.upperBound - all.upperBound) < 1e-9)
    }

    @Test func `a single block gives no interval`() {
        let measured = [Double](repeating: 99, count: 9)
        let lead = Comparison(days(measured, measured), with: days(measured, measured), bounds: birchBounds)
        #expect(lead.count == 9 && lead.logError == nil)
    }

    @Test func `blocks are of ten days on both sides of 1970`() {
        let blocks = (-20..<20).map { BlockBootstrap.block(of: CivilDate(daysSinceEpoch: $0)) }
        #expect(blocks == (-2..<2).flatMap { [Int](repeating: $0, count: 10) })
    }
}
