import Allergens
import Foundation
import Observations
import Testing

@testable import Forecasting

@Suite struct ForecastModelTests {
    /// A month of one value, and the value of the next day.
    private func result(_ value: Double, then found: Double, on day: Int = 0) throws -> OutlookResult {
        let origin = march.adding(days: day)
        let series = DailySeries(in: origin.adding(days: -25)...origin) { _ in value }
        let outlook = try #require(
            Outlook(from: origin, to: origin.adding(days: 1), series: series, norm: { _ in nil }))
        return OutlookResult(outlook: outlook, found: log10(found + 1))
    }

    @Test func `after a hundred days without change tomorrow is certain to be like today`() throws {
        let results = try (0..<100).map { try result(49, then: 49, on: $0) }
        let model = try #require(ForecastModel(results, bounds: birchBounds))
        let expectation = model.expectation(of: try result(49, then: 0).outlook)
        #expect(abs(expectation.value - 49) < 0.01)
        #expect(
            abs(expectation.range.lowerBound - 49) < 0.01 && abs(expectation.range.upperBound - 49) < 0.01)
    }

    @Test func `a value that halves each day is expected to halve`() throws {
        // log10(x + 1) falls by 0.3; there are many results, so that the ridge counts little.
        let found = pow(10, log10(41.0) - 0.3) - 1
        let results = try (0..<4_000).map { _ in try result(40, then: found) }
        let model = try #require(ForecastModel(results, bounds: birchBounds))
        #expect(abs(model.expectation(of: try result(40, then: 0).outlook).value - found) < 0.5)
    }

    @Test func `fewer than a hundred days of a season teach nothing`() throws {
        let season = try (0..<99).map { try result(49, then: 49, on: $0) }
        let winter = try (0..<200).map { try result(0, then: 0, on: $0) }
        #expect(ForecastModel(season + winter, bounds: birchBounds) == nil)
    }

    @Test func `a high day that is about as likely as not is forecast, though the median is moderate`() throws
    {
        // Nine of twenty days after 60 bring 160, the others 45.
        let results = try (0..<400).map { try result(60, then: $0 % 20 < 9 ? 160 : 45, on: $0) }
        let model = try #require(ForecastModel(results, bounds: birchBounds))
        let expectation = model.expectation(of: try result(60, then: 0).outlook)
        #expect(expectation.value == 70)
        #expect(expectation.range.contains(46) && expectation.range.contains(159))
    }

    @Test func `an unlikely high day is not forecast`() throws {
        let rare = try (0..<400).map { try result(60, then: $0 % 20 < 1 ? 160 : 65, on: $0) }
        let common = try (0..<400).map { try result(200, then: 200, on: $0) }
        let model = try #require(ForecastModel(rare + common, bounds: birchBounds))
        let value = model.expectation(of: try result(60, then: 0).outlook).value
        #expect(value > 45 && value <= 69)
    }
}

/// Four seasons with a wave of birch in April, and the stations that measured them.
@Suite struct TaxonForecasterTests {
    private let today = CivilDate(2020, 4, 10)

    private func wave(on day: CivilDate) -> Double {
        let distance = Double(day.dayOfYear - 100) / 15
        return (300 * exp(-distance * distance)).rounded()
    }

    private func wave(since first: CivilDate) -> DailySeries { DailySeries(in: first...today, value: wave) }

    private func forecaster(_ history: [String: DailySeries]) -> TaxonForecaster {
        TaxonForecaster(
            history: Dictionary(uniqueKeysWithValues: history.map { (Station.ID(rawValue: $0)!, $1) }),
            bounds: birchBounds, on: today)
    }

    private let basel = Station.ID(rawValue: "basel")!
    private let bern = Station.ID(rawValue: "bern")!

    @Test func `a wave that comes each year is followed`() throws {
        let series = wave(since: CivilDate(2016, 1, 1))
        let forecaster = forecaster(["basel": series])
        for ahead in 1...4 {
            let day = today.adding(days: ahead)
            let found = forecaster.expectation(at: basel, on: day, series: series)
            let expected = try #require(found)
            #expect(abs(log10(expected.value + 1) - log10(wave(on: day) + 1)) < 0.1, "\(ahead)")
            #expect(expected.range.contains(expected.value))
        }
    }

    @Test func `a new station is unknown, and not low`() {
        let old = wave(since: CivilDate(2016, 1, 1))
        let new = wave(since: CivilDate(2020, 1, 1))
        let forecaster = forecaster(["basel": old, "bern": new])
        let tomorrow = today.adding(days: 1)
        let expected = [(basel, old), (bern, new), (Station.ID(rawValue: "chur")!, new)].map {
            forecaster.expectation(at: $0, on: tomorrow, series: $1) != nil
        }
        #expect(expected == [true, false, false])
    }

    @Test func `a silent station is unknown from the fifth day on`() {
        let series = wave(since: CivilDate(2016, 1, 1))
        let forecaster = forecaster(["basel": series])
        let expected = (1...5).map {
            forecaster.expectation(at: basel, on: today.adding(days: $0), series: series) != nil
        }
        #expect(expected == [true, true, true, true, false])
    }

    @Test func `of more lessons than count, the newest teach`() throws {
        // Eighty stations in nine seasons: some fifty thousand lessons a day ahead.
        let first = CivilDate(2012, 1, 1)
        let history = (10..<90).map { number in
            let share = 1 / Double(number % 7 + 1)
            let series = DailySeries(in: first...today) {
                ($0.daysSinceEpoch + number) % 5 == 0 ? 0 : share * wave(on: $0)
            }
            return ("station-\(number)", series)
        }
        let lessons = history.flatMap { _, series in
            OutlookResult.all(of: series, norm: SeasonalNorm(series), ahead: 1, in: first...today)
        }
        #expect(lessons.count { $0.outlook.isInSeason } > 2 * ForecastModel.mostResults)
        let models = try #require(ForecastModels(lessons, bounds: birchBounds))
        let forecaster = forecaster(Dictionary(uniqueKeysWithValues: history))
        for (name, series) in history.prefix(7) {
            let station = try #require(Station.ID(rawValue: name))
            let tomorrow = today.adding(days: 1)
            let outlook = try #require(
                Outlook(
                    from: today, to: tomorrow, series: series, norm: SeasonalNorm(series).logarithm(on:)))
            let found = forecaster.expectation(at: station, on: tomorrow, series: series)
            let expected = models.expectation(of: outlook)
            #expect(found == expected, "\(name)")
        }
    }
}
