import Allergens
import Foundation
import Observations
import Testing

@testable import Forecasting

/// How far forecasts follow a numerical model, and what they learn that from.
@Suite struct ModelSharesTests {
    private let today = CivilDate(2020, 4, 10)
    private let basel = Station.ID(rawValue: "basel")!

    /// A wave of birch each April, its top ten days before today.
    private var series: DailySeries {
        DailySeries(in: CivilDate(2016, 1, 1)...today) { day in
            let distance = Double(day.dayOfYear - 91) / 15
            return (300 * exp(-distance * distance)).rounded()
        }
    }

    /// What was foreseen a day ahead for the last `count` days: half a decade too low, and by the model as it
    /// came but for `error` decades.
    private func trials(
        _ count: Int, ahead: Int = 1, error: (Int) -> Double = { _ in 0 }
    ) throws -> [ModelTrial] {
        try (0..<count).map { offset in
            let day = today.adding(days: -offset)
            let value = try #require(series[day])
            return ModelTrial(
                station: basel, day: day, daysAhead: ahead, plain: value - 0.5,
                followed: value + error(offset))
        }
    }

    @Test func `a model that is right is followed wholly, over as many days as it was tried`() throws {
        let shares = ModelShares(try trials(100, ahead: 2), found: [basel: series])
        #expect(shares[2] == 1 && shares[1] == 0)
        let days = ModelShares(try trials(100), found: [basel: DailySeries()])
        #expect(days[1] == 0, "days without a value teach nothing")
    }

    @Test func `few days, a model that is wrong and one that is sometimes right have no say`() throws {
        #expect(ModelShares(try trials(99), found: [basel: series])[1] == 0)
        #expect(ModelShares(try trials(200) { _ in -1.5 }, found: [basel: series])[1] == 0)
        // Right on one half of the blocks of ten days, and far below on the other.
        let mixed = try trials(200) { $0 / 20 % 2 == 0 ? 0 : -3 }
        #expect(ModelShares(mixed, found: [basel: series])[1] == 0)
    }

    @Test func `a forecast moves by the share towards the newest value and the model's change`() throws {
        let forecaster = { (trials: [ModelTrial]) in
            TaxonForecaster(history: [basel: series], trials: trials, bounds: birchBounds, on: today)
        }
        let tomorrow = today.adding(days: 1)
        let (plain, following) = (forecaster([]), forecaster(try trials(120)))
        let outlook = try #require(
            plain.outlook(at: basel, on: tomorrow, series: series, modelChange: { _, _ in 1 }))
        let before = try #require(plain.expectation(of: outlook))
        #expect(before == plain.expectation(at: basel, on: tomorrow, series: series))
        let after = try #require(following.expectation(of: outlook))
        let newest = try #require(series[today])
        #expect(abs(log10(after.value + 1) - (newest + 1)) < 0.001)
        #expect(after.range.contains(after.value) && after.range.lowerBound > before.value)
        // Without the model the forecast is the same, whatever was learned of it.
        #expect(following.expectation(at: basel, on: tomorrow, series: series) == before)
    }

    @Test func `what is foreseen with and without the model is told where the season shows`() throws {
        let bern = try #require(Station.ID(rawValue: "bern"))
        let forecaster = TaxonForecaster(history: [basel: series], bounds: birchBounds, on: today)
        let tomorrow = today.adding(days: 1)
        let known = try #require(
            forecaster.outlook(at: basel, on: tomorrow, series: series, modelChange: { _, _ in -9 }))
        let trial = try #require(forecaster.trial(of: known, at: basel))
        #expect(trial.station == basel && trial.day == tomorrow && trial.daysAhead == 1)
        #expect(trial.followed == 0, "there is no less than nothing")
        let expected = try #require(forecaster.expectation(of: known)).value
        #expect(abs(trial.plain - log10(expected + 1)) < 0.001)
        #expect(forecaster.trial(of: known, at: bern) == nil, "only stations that teach are noted")
        let unknown = try #require(forecaster.outlook(at: basel, on: tomorrow, series: series))
        #expect(forecaster.trial(of: unknown, at: basel) == nil)
    }

    @Test func `the change is that of the first model which knows both days`() {
        let (today, tomorrow) = (today, today.adding(days: 1))
        let models = ModelSeries([[today: 2], [today: 1, tomorrow: 1.5]])
        #expect(models.change(from: today, to: tomorrow) == 0.5)
        #expect(models.change(from: tomorrow, to: tomorrow.adding(days: 1)) == nil)
        #expect(ModelSeries([]).change(from: today, to: tomorrow) == nil)
    }
}
