import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Forecasting

@Suite struct WeatherTermsTests {
    private func weather(_ degrees: Double, wet isWet: Bool = false) -> DayWeather {
        DayWeather(temperature: degrees, isWet: isWet)
    }

    @Test func `each term is times what is in the air`() {
        let change = WeatherChange(from: weather(12, wet: true), to: weather(17))
        let terms = change.terms(inAir: 2)
        #expect(terms.count == 3)
        #expect(abs(terms[0] - 1) < 1e-9 && terms[1] == 0 && terms[2] == 2)
        #expect(WeatherChange(from: weather(1), to: weather(1, wet: true)).terms(inAir: 1) == [0, 1, 0])
        #expect(change.terms(inAir: 0).allSatisfy { $0 == 0 })
    }

    @Test func `a day needs temperature and precipitation, and a millimetre is wet`() {
        var values = WeatherValues()
        values[.temperature] = 8
        #expect(DayWeather(values) == nil)
        values[.precipitation] = 0.9
        #expect(DayWeather(values) == weather(8))
        values[.precipitation] = 1
        #expect(DayWeather(values) == weather(8, wet: true))
    }

    @Test func `days may come in any order, and missing days stay unknown`() {
        var series = StationWeather()
        #expect(series.isEmpty)
        for (offset, degrees) in [(4, 4.0), (0, 0), (2, 2)] {
            series.note(weather(degrees, wet: offset == 2), on: march.adding(days: offset))
        }
        #expect(series[march] == weather(0) && series[march.adding(days: 4)] == weather(4))
        #expect(series[march.adding(days: 2)] == weather(2, wet: true))
        #expect([1, 3, 5, -1].allSatisfy { series[march.adding(days: $0)] == nil })
        let change = series.change(from: march, to: march.adding(days: 2), disturbedBy: nil)
        #expect(change == WeatherChange(from: weather(0), to: weather(2, wet: true)))
        #expect(series.change(from: march, to: march.adding(days: 3), disturbedBy: nil) == nil)
    }

    @Test func `forecasts err as they are said to, each day and place in its own way, always the same`() {
        let disturbance = WeatherDisturbance(place: 0)
        let days = (0..<5_000).map { march.adding(days: $0) }
        let found = days.map { disturbance.forecast(of: weather(10, wet: true), on: $0) }
        #expect(found == days.map { disturbance.forecast(of: weather(10, wet: true), on: $0) })
        let errors = found.map { $0.temperature - 10 }
        let mean = errors.reduce(0, +) / 5_000
        let spread = (errors.map { $0 * $0 }.reduce(0, +) / 5_000).squareRoot()
        // Three standard errors: 1.5/√5000 and 1.5/√10000 °C, and √(.16/5000).
        #expect(abs(mean) < 0.064 && abs(spread - 1.5) < 0.045)
        #expect(abs(Double(found.count(where: \.isWet)) / 5_000 - 0.8) < 0.017)
        let beside = days.map { WeatherDisturbance(place: 1).forecast(of: weather(10, wet: true), on: $0) }
        let products = zip(errors, beside).map { $0 * ($1.temperature - 10) }
        #expect(abs(products.reduce(0, +) / 5_000) < 3 * 2.25 / 5_000.0.squareRoot())
    }

    @Test func `the change is that of the nearest site which knows both days`() throws {
        let noon = try Date("2019-03-02T12:00:00Z", strategy: .iso8601)
        func series(_ id: String, distance: Double, _ days: [(CivilDate, Double, Date?)]) throws
            -> WeatherSeries
        {
            let site = WeatherSite(
                id: try #require(WeatherSite.ID(rawValue: id)), name: id, kind: .station,
                position: try #require(Coordinate(longitude: 7.6, latitude: 47.5)), timeZone: .gmt)
            let records = days.map { day, degrees, issued in
                var record = WeatherRecord(site: site.id, period: .day(day), issued: issued)
                record.values[.temperature] = degrees
                record.values[.precipitation] = 0
                return record
            }
            return WeatherSeries(site: site, distance: distance, records: records)
        }
        let today = march.adding(days: 1)
        let tomorrow = march.adding(days: 2)
        let near = try series("near", distance: 1, [(today, 30, nil)])
        let far = try series("far", distance: 2, [(today, 5, nil), (tomorrow, 9, noon)])
        let coming = ComingWeather([far, near], at: noon)
        #expect(
            coming.change(from: today, to: tomorrow) == WeatherChange(from: weather(5), to: weather(9)))
        #expect(coming.change(from: march, to: tomorrow) == nil)
        // A forecast of the day before yesterday is none any more.
        let old = try series(
            "old", distance: 1, [(today, 5, nil), (tomorrow, 9, noon.addingTimeInterval(-48 * 3_600))])
        #expect(ComingWeather([old], at: noon).change(from: today, to: tomorrow) == nil)
    }
}

@Suite struct WeatherModelTests {
    /// Days of 49 that rise to 99 before dry days and fall to 24 before wet ones.
    private func results(knowingWeather: Bool) throws -> [OutlookResult] {
        try (0..<600).map { try result(wet: $0 % 3 == 0, on: $0, knowingWeather: knowingWeather) }
    }

    private func result(wet isWet: Bool, on day: Int = 0, knowingWeather: Bool = true) throws -> OutlookResult
    {
        let origin = march.adding(days: day)
        let series = DailySeries(in: origin.adding(days: -25)...origin) { _ in 49 }
        let change = WeatherChange(
            from: DayWeather(temperature: 10, isWet: false), to: DayWeather(temperature: 10, isWet: isWet))
        let outlook = try #require(
            Outlook(
                from: origin, to: origin.adding(days: 1), series: series, norm: { _ in nil },
                weather: knowingWeather ? change : nil))
        return OutlookResult(outlook: outlook, found: log10(isWet ? 25.0 : 100))
    }

    @Test func `rain to come lowers the forecast, and the interval is narrower than without weather`() throws
    {
        let models = try #require(ForecastModels(try results(knowingWeather: true), bounds: birchBounds))
        let wet = models.expectation(of: try result(wet: true).outlook)
        let dry = models.expectation(of: try result(wet: false).outlook)
        #expect(wet.knowsWeather && dry.knowsWeather)
        #expect(abs(wet.value - 24) < 3 && abs(dry.value - 99) < 6)
        let blind = models.expectation(of: try result(wet: true, knowingWeather: false).outlook)
        #expect(!blind.knowsWeather && blind.value > 60)
        #expect(blind.range.lowerBound < 30 && wet.range.upperBound < 40)
    }

    @Test func `without weather to learn from, the forecast is the plain one and says so`() throws {
        let results = try results(knowingWeather: false)
        let models = try #require(ForecastModels(results, bounds: birchBounds))
        let plain = try #require(ForecastModel(results, bounds: birchBounds))
        let outlook = try result(wet: true).outlook
        #expect(models.expectation(of: outlook) == plain.expectation(of: outlook))
        #expect(!models.expectation(of: outlook).knowsWeather)
        #expect(ForecastModel(results, bounds: birchBounds, knowingWeather: true) == nil)
    }

    @Test func `a result is predicted by what other spans taught`() throws {
        // In every fifth span of 91 days the norm lies above the day, and what comes rises to it.
        let start = CivilDate(daysSinceEpoch: 91 * 5 * 40)
        let known = try (0..<910).map { day in
            let origin = start.adding(days: day)
            let series = DailySeries(in: origin.adding(days: -25)...origin) { _ in 49 }
            let target = origin.adding(days: 1)
            let isApart = target.daysSinceEpoch / 91 % 5 == 0
            let norm = log10(50.0) + (isApart ? 1 : 0)
            let outlook = try #require(Outlook(from: origin, to: target, series: series, norm: { _ in norm }))
            return OutlookResult(outlook: outlook, found: norm)
        }
        let lessons = MedianLessons(known, knowingWeather: false)
        let fit = lessons.fit()
        func worst(_ found: [Double]) -> Double {
            zip(found, known).map { abs($0 - $1.found) }.max() ?? 0
        }
        #expect(worst(lessons.logarithms(by: fit)) < 0.1)
        #expect(worst(lessons.crossFitted(from: fit)) > 0.4)
    }
}
