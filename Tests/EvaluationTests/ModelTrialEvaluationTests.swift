import Allergens
import Forecasting
import Foundation
import Observations
import Testing

@testable import Evaluation

@Suite struct ModelTrialEvaluationTests {
    private let first = CivilDate(daysSinceEpoch: 18_000)
    private let basel = Station.ID(rawValue: "basel")!

    /// Four hundred days of 99 grains, foreseen as 9 without a model that says 99.
    private var trials: [ModelTrial] {
        (0..<400).map {
            ModelTrial(
                station: basel, day: first.adding(days: $0), daysAhead: 1 + $0 / 200, plain: 1, followed: 2)
        }
    }

    private func found(_ value: Double = 99) -> [Station.ID: DailySeries] {
        var series = DailySeries()
        for offset in 0..<400 { series.note(value, on: first.adding(days: offset)) }
        return [basel: series]
    }

    private func rounded(_ days: [JudgedDay]) -> [Double] { days.map { ($0.prediction ?? -1).rounded() } }

    @Test func `a day is judged by what was known before its block was foreseen`() {
        let last = first.adding(days: 199)
        let judged = ModelTrialEvaluation(trials, ahead: 1, found: found(), in: first...last)
        #expect(rounded(judged.without) == [Double](repeating: 9, count: 200))
        // A hundred days teach the share, for the block that begins after them.
        let with = [Double](repeating: 9, count: 100) + [Double](repeating: 99, count: 100)
        #expect(rounded(judged.with) == with)
        #expect(judged.with.allSatisfy { $0.measured.rounded() == 99 })
        // Days before those that are judged teach, and those of other days ahead do not.
        let end = ModelTrialEvaluation(trials, ahead: 1, found: found(), in: last...last)
        #expect(rounded(end.with) == [99])
        #expect(ModelTrialEvaluation(trials, ahead: 3, found: found(), in: first...last).with.isEmpty)
    }

    @Test func `later values change nothing, and days without a value are not judged`() {
        let last = first.adding(days: 149)
        var changed = found()
        for offset in 150..<400 { changed[basel]?.note(9, on: first.adding(days: offset)) }
        let days = first...last
        #expect(
            ModelTrialEvaluation(trials, ahead: 1, found: changed, in: days).with
                == ModelTrialEvaluation(trials, ahead: 1, found: found(), in: days).with)
        #expect(ModelTrialEvaluation(trials, ahead: 1, found: [:], in: days).with.isEmpty)
    }
}
