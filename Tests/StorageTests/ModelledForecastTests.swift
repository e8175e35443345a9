import Alerts
import Allergens
import Forecasting
import Foundation
import GRDB
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct ModelledForecastTests {
    private let opened: OpenedArchive
    private let tomorrow = today.adding(days: 1)

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(), .sample("bern"), .sample("demo", isSimulated: true)])
    }

    private func modelled(
        _ value: Double, _ range: ClosedRange<Double> = 0...500, at station: Station.ID = "basel",
        on day: CivilDate? = nil, issued: Date = noon, knowingWeather knowsWeather: Bool = false
    ) -> ModelledForecast {
        ModelledForecast(
            station: station, allergen: "birch", day: day ?? tomorrow,
            expectation: .init(value: value, range: range, knowsWeather: knowsWeather), issued: issued)
    }

    /// The forecasts of Basel, as its route reads them.
    private func told(
        from day: CivilDate = today, to last: CivilDate = today.adding(days: 5)
    ) async throws -> [StationForecast] {
        let birch = try #require(Taxonomy.standard["birch"])
        return try await opened.store.forecasts(
            of: "basel", days: day...last, allergens: AllergenSet([birch]))
    }

    private func keep(_ forecasts: ModelledForecast...) async throws -> [ModelledForecast] {
        try await opened.store.keep(forecasts, reach: 50_000, at: noon)
    }

    @Test func `a modelled forecast is marked as such, with its interval`() async throws {
        let forecasts = [modelled(80, 30...200), modelled(9, at: "demo")]
        #expect(try await opened.store.keep(forecasts, reach: 50_000, at: noon) == forecasts)
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(found.map(\.station) == ["basel", "demo"] && found.map(\.value) == [80, 9])
        #expect(found.map(\.basis) == [.modelled, .simulated])
        #expect(
            found.map(\.interval) == [
                ForecastInterval(low: 30, high: 200), ForecastInterval(low: 0, high: 500),
            ])
        #expect(
            try await told() == [
                StationForecast(
                    allergen: "birch", day: tomorrow, value: 80, issued: noon,
                    interval: ForecastInterval(low: 30, high: 200))
            ])
        #expect(try await opened.store.spans()["birch"] == tomorrow...tomorrow)
    }

    @Test func `the station's own forecast wins, whichever came first`() async throws {
        _ = try await keep(modelled(80), modelled(70, at: "bern"))
        try await opened.store.transact { transaction in
            let own = Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 20)
            _ = try transaction.keep(own, received: noon)
        }
        _ = try await keep(modelled(90))
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(found.map(\.value) == [20, 70] && found.map(\.basis) == [.forecast, .modelled])
        #expect(
            try await opened.store.forecasters(of: "birch", in: today...tomorrow) == [tomorrow: ["basel"]])
        let told = try await told()
        #expect(told.map(\.value) == [20] && told.map(\.interval) == [nil])
    }

    @Test func `the same forecast again changes nothing and keeps its first time`() async throws {
        _ = try await keep(modelled(80))
        #expect(try await keep(modelled(80, issued: noon.addingTimeInterval(60))).isEmpty)
        #expect(try await told().map(\.issued) == [noon])
        #expect(try await keep(modelled(80, 10...500)).count == 1)
        #expect(try await keep(modelled(81)).count == 1)
        // That the weather is known now is news too.
        #expect(try await keep(modelled(81, knowingWeather: true)).count == 1)
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(found.map(\.knowsWeather) == [true])
    }

    @Test func `a modelled forecast is forgotten after a month`() async throws {
        let old = today.adding(days: -SQLiteStore.modelledMemory - 1)
        _ = try await keep(modelled(1, on: old), modelled(2, on: old.adding(days: 1)), modelled(3))
        try await opened.store.forgetModelledForecasts(before: today)
        #expect(try await told(from: old).map(\.value) == [2, 3])
    }

    @Test func `outdated modelled forecasts are withdrawn, but not expected, measured or hidden ones`()
        async throws
    {
        let yesterday = today.adding(days: -1)
        _ = try await keep(
            modelled(1, on: yesterday), modelled(2, on: today), modelled(3), modelled(4, at: "bern"),
            modelled(5, at: "bern", on: yesterday))
        try await opened.keep([.sample(8, on: yesterday)])
        try await opened.store.transact { transaction in
            let own = Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 20)
            _ = try transaction.keep(own, received: noon)
        }
        let store = opened.store
        let withdraw = { (first: CivilDate) in
            try await store.withdrawModelledForecasts(
                of: "birch", from: first, except: ["bern": [tomorrow]])
        }
        #expect(try await withdraw(today) == ["basel": [today]])
        #expect(try await told(from: yesterday).map(\.value) == [1, 20])
        #expect(try await withdraw(yesterday) == ["bern": [yesterday]])
        let bern = try await opened.store.forecasts(of: "bern", days: yesterday...tomorrow)
        #expect(bern.map(\.value) == [4])
        #expect(try await withdraw(yesterday).isEmpty)
    }

    @Test func `a reading that no longer counts does not protect a forecast`() async throws {
        _ = try await keep(modelled(2, on: today))
        let dismissed = Reading(
            station: "basel", allergen: "birch", period: .day(today), value: 8, quality: .dismissed)
        try await opened.keep([dismissed])
        let days = try await opened.store.withdrawModelledForecasts(of: "birch", from: today, except: [:])
        #expect(days == ["basel": [today]])
    }

    @Test func `the schema refuses an interval that does not hold its value`() async throws {
        for (value, low, high) in [(5.0, 6.0, 7.0), (5, 1, 4), (-1, -2, 3)] {
            await #expect(throws: DatabaseError.self) {
                try await opened.execute(
                    "INSERT INTO modelledForecast VALUES (1, 1, 1, ?, ?, ?, 0)", [value, low, high])
            }
        }
    }

    @Test func `a station's days come back unchanged`() async throws {
        try await opened.keep([
            .sample(9, on: today.adding(days: -2)), .sample(99), .sample(0, at: "bern"),
            .sample(5, of: "grass"),
        ])
        let series = try await opened.store.series(of: "birch", in: today.adding(days: -9)...today)
        #expect(Set(series.keys) == ["basel", "bern"])
        let basel = try #require(series["basel"])
        #expect(
            basel[today] == 2 && basel[today.adding(days: -1)] == nil && basel[today.adding(days: -2)] == 1)
        #expect(series["bern"]?[today] == 0)
        #expect(try await opened.store.series(of: "birch", in: tomorrow...tomorrow).isEmpty)
    }
}
