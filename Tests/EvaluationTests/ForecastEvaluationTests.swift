import Allergens
import Forecasting
import Foundation
import Testing

@testable import Evaluation

@Suite struct ForecastEvaluationTests {
    private let first = CivilDate(year: 2019, month: 4, day: 1)!

    /// Five days, a year after a month of nines; the third is missing.
    private func series() -> DailySeries {
        var series = DailySeries()
        for offset in -30...30 { series.note(9, on: first.adding(days: offset - 365)) }
        for (offset, value) in [(0, 10.0), (1, 100), (3, 10), (4, 10)] {
            series.note(value, on: first.adding(days: offset))
        }
        return series
    }

    private func score(of method: String) throws -> Score {
        let evaluation = ForecastEvaluation(
            [series()], bounds: birchBounds, days: first...first.adding(days: 4))
        let method = try #require(ForecastEvaluation.methods.first { $0.name == method })
        return evaluation.score(of: method)
    }

    @Test func `persistence scores as calculated by hand, on days that have a day before`() throws {
        let score = try score(of: "persistence")
        // 10 before 100, and 10 before 10; the days around the missing one are not scored.
        #expect(score.count == 2 && score.strong == 1)
        #expect(abs(try #require(score.meanError) - 45) < 1e-4)
        #expect(abs(try #require(score.meanLogError) - log10(101.0 / 11) / 2) < 1e-6)
        #expect(score.detected == 0 && score.successIndex == 0)
    }

    @Test func `climatology gives the month of the year before`() throws {
        let score = try score(of: "climatology")
        #expect(score.count == 2)
        #expect(abs(try #require(score.meanError) - (91 + 1) / 2.0) < 1e-4)
    }

    @Test func `the model says nothing until it has something to learn from`() throws {
        let score = try score(of: "the model")
        #expect(score.count == 0 && score.unknown == 2 && score.coverage == nil)
    }

    @Test func `each year has its own score, and together they are the whole`() throws {
        var series = DailySeries()
        for offset in 0..<1_500 { series.note(Double(20 + offset % 7), on: first.adding(days: offset)) }
        let last = first.adding(days: 1_499)
        let evaluation = ForecastEvaluation(
            [series], bounds: birchBounds, days: first.adding(days: 700)...last, patience: 1_000)
        let method = try #require(ForecastEvaluation.methods.first)
        let years = evaluation.scores(of: method)
        #expect(years.keys.sorted() == [2021, 2022, 2023])
        #expect(years[2022]?.count == 365)
        let (whole, sum) = (evaluation.score(of: method), years.values.reduce(Score(), +))
        #expect(whole == sum && whole.count == 800)
        // Mostly a step of one, and once a week one of six.
        let mean = try #require(whole.meanError), root = try #require(whole.rootMeanSquaredError)
        #expect(abs(mean - 12 / 7.0) < 0.01 && abs(root - (42 / 7.0).squareRoot()) < 0.02)
    }

    /// Checks that everything it was fitted to was already known when it is asked.
    private struct Witness: Forecaster {
        let name = "witness"
        var newest = CivilDate.accepted.lowerBound

        func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster {
            Witness(newest: results.map(\.outlook.target).max() ?? newest)
        }

        func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
            newest <= outlook.origin ? (0, nil) : nil
        }
    }

    @Test(arguments: 1...4)
    func `nothing is learned that was not known on the day of the forecast`(ahead: Int) {
        var series = DailySeries()
        for offset in 0..<1_200 { series.note(Double(20 + offset % 7), on: first.adding(days: offset)) }
        let last = first.adding(days: 1_199)
        let evaluation = ForecastEvaluation(
            [series, series], bounds: birchBounds, days: last.adding(days: -364)...last, ahead: ahead)
        let score = evaluation.score(of: Witness())
        #expect(score.count == 730 && score.unknown == 0)
    }

    @Test func `data after the scored days do not change the score`() throws {
        var series = DailySeries()
        for offset in 0..<800 {
            series.note(Double(20 + offset * offset % 97), on: first.adding(days: offset))
        }
        let days = first.adding(days: 700)...first.adding(days: 740)
        let scores = { (series: DailySeries) in
            ForecastEvaluation.methods.map {
                ForecastEvaluation([series], bounds: birchBounds, days: days).score(of: $0)
            }
        }
        let before = scores(series)
        for offset in 741..<800 { series.note(9_000, on: first.adding(days: offset)) }
        #expect(scores(series) == before)
        #expect(before.allSatisfy { $0.count == 41 })
    }
}
