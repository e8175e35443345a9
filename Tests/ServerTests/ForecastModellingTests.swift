import Alerting
import Alerts
import Allergens
import Forecasting
import Foundation
import Geography
import Maps
import Observations
import People
import Rendering
import SampleTesting
import Storage
import Testing

@testable import Server

/// Tomorrow at a station without forecasts of its own, from its readings to the map, the air and the alerts.
///
/// ``today`` is 2020-04-08.
@Suite struct ForecastModellingTests {
    private let opened: OpenedNetwork
    private let tomorrow = today.adding(days: 1)
    private var network: Network { opened.network }

    init() async throws {
        opened = try OpenedNetwork()
        try await opened.store.add([.sample(), .sample("bern", at: Coordinate(7.42, 46.95))])
    }

    /// A wave of birch each April for four years, up to today.
    private func wave(at station: Station.ID = "basel", times factor: Double = 1) -> [Reading] {
        (-1_460...0).map { offset in
            let day = today.adding(days: offset)
            let distance = Double(day.dayOfYear - 100) / 15
            return .sample((factor * 300 * exp(-distance * distance)).rounded(), at: station, on: day)
        }
    }

    @Test func `tomorrow is modelled from the past, and marked as modelled`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        var modelling = ForecastModelling(network: network)
        // Tomorrow's map and that of the day after have the station's forecast; today's has its reading.
        #expect(try await modelling.catchUp(at: noon) == 2)
        let found = try #require(try await opened.store.forecasts(of: "birch", for: tomorrow).first)
        #expect(found.basis == .modelled && (200...400).contains(found.value) && !found.knowsWeather)
        let air = try await network.air.air(at: .basel, on: today, today: today)
        #expect(air.first?.tomorrow?.basis == .modelled && air.first?.tomorrow?.value == found.value)
        #expect(air.first?.dayAfter?.basis == .modelled)
        let next = try await network.air.air(at: .basel, on: tomorrow, today: today)
        #expect(next.first?.today.basis == .modelled)
    }

    /// The weather of Basel, measured up to today; every third day is wet.
    private func keepWeather(forecastFor days: [CivilDate]) async throws {
        let site = WeatherSite(
            id: try #require(WeatherSite.ID(rawValue: "smn-bas")), name: "Basel", kind: .station,
            position: .basel, timeZone: .gmt)
        func record(_ day: CivilDate, issued: Date?) -> WeatherRecord {
            var record = WeatherRecord(site: site.id, period: .day(day), issued: issued)
            record.values[.temperature] = 12
            record.values[.precipitation] = day.daysSinceEpoch % 3 == 0 ? 5 : 0
            return record
        }
        let measured = (-1_460...0).map { record(today.adding(days: $0), issued: nil) }
        _ = try await opened.store.keep(
            measured + days.map { record($0, issued: noon) }, at: [site], received: noon)
    }

    @Test func `weather that is forecast is used, said, and missed where it ends`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        try await keepWeather(forecastFor: [tomorrow])
        var modelling = ForecastModelling(network: network)
        #expect(try await modelling.catchUp(at: noon) == 2)
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        let later = try await opened.store.forecasts(of: "birch", for: tomorrow.adding(days: 1))
        #expect(found.map(\.knowsWeather) == [true] && later.map(\.knowsWeather) == [false])
        let air = try await network.air.air(at: .basel, on: today, today: today)
        #expect(air.first?.tomorrow?.knowsWeather == true && air.first?.dayAfter?.knowsWeather == false)
    }

    @Test func `tomorrow follows a numerical model as far as the days before have shown it to be right`()
        async throws
    {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        let source = GridSource(name: "cams", degrees: 0.1, attribution: "CAMS")
        let cell = ModelCell(around: .basel, degrees: source.degrees)
        // A decade more tomorrow than today; the day after is beyond the grid.
        let days = [(today, 99.0), (tomorrow, 999)].map {
            GridDay(cell: cell, allergen: "birch", day: $0, value: $1)
        }
        _ = try await opened.store.keep(days, from: source)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        let plain = try #require(try await opened.store.forecasts(of: "birch", for: tomorrow).first)
        #expect((200...400).contains(plain.value), "nothing has shown yet that the model is right")
        let noted = try await opened.store.modelTrials(of: "birch", since: today)
        #expect(noted.map(\.day) == [tomorrow] && noted.map(\.daysAhead) == [1])
        let trial = try #require(noted.first)
        #expect(abs(trial.plain - LogScale.logarithm(of: plain.value)) < 0.001)
        #expect(abs(trial.followed - log10(3_000)) < 0.01)
        // The last hundred days: half a decade too low without the model, and as it said.
        let past = wave().suffix(101).dropLast().compactMap { reading -> ModelTrial? in
            guard case .day(let day) = reading.period else { return nil }
            let value = LogScale.logarithm(of: reading.value)
            return ModelTrial(
                station: "basel", day: day, daysAhead: 1, plain: max(value - 0.5, 0), followed: value)
        }
        try await opened.store.keep(past, of: "birch")
        var following = ForecastModelling(network: network)
        _ = try await following.catchUp(at: noon)
        let found = try #require(try await opened.store.forecasts(of: "birch", for: tomorrow).first)
        #expect((2_000...4_000).contains(found.value) && found.basis == .modelled)
        #expect(try await opened.store.modelTrials(of: "birch", since: tomorrow) == noted)
    }

    @Test func `48 hours follow from the current one on, where a course and a day are known`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        try await keepWeather(forecastFor: [tomorrow])
        let service = ComingHourService(air: network.air, store: opened.store)
        let measured = try await service.comingHours(at: .basel, from: noon)
        // Without a forecast only today's hours are known.
        let rest = try #require(measured.first?.hours)
        #expect(measured.map(\.allergen.id) == ["birch"] && rest.count < ComingHours.count)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        let known = try await service.comingHours(at: .basel, from: noon)
        let hours = try #require(known.first?.hours)
        #expect(hours.count == ComingHours.count && hours[0].end > noon)
        #expect(zip(hours, hours.dropFirst()).allSatisfy { $1.end.timeIntervalSince($0.end) == 3_600 })
        #expect(
            hours.allSatisfy { $0.basis == .modelled && ($0.interval.low...$0.interval.high) ~= $0.value })
        // The weather of the day after tomorrow is unknown.
        #expect(hours[0].knowsWeather && hours.last?.knowsWeather == false)
        #expect(try await service.comingHours(at: Coordinate(-140, 0), from: noon).isEmpty)
        // An hour that has passed is the same as when it was the current one.
        let passed = try await service.comingHours(at: .basel, from: noon - 3 * 3_600).first?.hours.first
        #expect(passed?.end == hours[0].end - 3 * 3_600 && passed?.basis == .modelled)
    }

    @Test func `the coming hours follow each new reading and each new weather`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        let service = ComingHourService(air: network.air, store: opened.store)
        func hours() async throws -> [ComingHours.Hour] {
            try #require(try await service.comingHours(at: .basel, from: noon).first).hours
        }
        let first = try await hours()
        #expect(try await hours() == first && !first.contains(where: \.knowsWeather))
        try await keepWeather(forecastFor: [tomorrow])
        let weathered = try await hours()
        #expect(weathered != first && weathered.allSatisfy(\.knowsWeather))
        _ = try await network.readings.keep(Submission(readings: [.sample(100)]), at: noon)
        let fewer = try await hours()
        #expect(zip(fewer, weathered).allSatisfy { $0.value < $1.value && $0.end == $1.end })
        let later = try await service.comingHours(at: .basel, from: noon + 3_600).first?.hours
        #expect(later == Array(fewer.dropFirst()))
    }

    @Test func `the model runs again only after a new reading or a new day`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        #expect(try await modelling.catchUp(at: noon.addingTimeInterval(60)) == 0)
        // Half as much today means less tomorrow.
        let before = try await opened.store.forecasts(of: "birch", for: tomorrow).map(\.value)
        _ = try await network.readings.keep(Submission(readings: [.sample(100)]), at: noon)
        #expect(try await modelling.catchUp(at: noon.addingTimeInterval(120)) == 2)
        let after = try await opened.store.forecasts(of: "birch", for: tomorrow).map(\.value)
        #expect(try #require(after.first) < (try #require(before.first)))
        // A day later, without a new reading, the model looks three days ahead.
        #expect(try await modelling.catchUp(at: noon.addingTimeInterval(86_400)) > 0)
        #expect(try await opened.store.forecasts(of: "birch", for: tomorrow.adding(days: 2)).count == 1)
    }

    @Test func `tomorrow's tiles change with the model, and today's do not`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        let tile = try #require(TileAddress(zoom: 7, column: 66, row: 44))
        let layer = try network.layers.layer(named: "birch")
        let key = { (day: CivilDate) in
            try await network.tiles.key(of: tile, scale: 1, layer: layer, day: day, today: today)
        }
        let (present, coming) = (try await key(today), try await key(tomorrow))
        #expect(coming == .empty(scale: 1))
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        let modelled = try await key(tomorrow)
        #expect(modelled != coming)
        #expect(try await key(today) == present)
        let same = try await opened.store.forecasts(of: "basel", days: tomorrow...tomorrow)
        #expect(same.count == 1)
        _ = try await opened.store.keep(
            same.map {
                ModelledForecast(
                    station: "basel", allergen: $0.allergen, day: $0.day,
                    expectation: .init(value: 5, range: 0...10), issued: noon)
            }, reach: 0, at: noon)
        network.fields.note(["birch": [tomorrow]])
        #expect(try await key(tomorrow) != modelled)
    }

    @Test func `a station with its own forecast, a new one and a silent one get no model`() async throws {
        let silent = wave(at: "bern").filter {
            guard case .day(let day) = $0.period else { return false }
            return day < today.adding(days: -4)
        }
        let own = Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 20)
        _ = try await network.readings.keep(Submission(readings: wave() + silent, forecasts: [own]), at: noon)
        try await opened.store.add([.sample("chur", at: Coordinate(9.53, 46.85))])
        _ = try await network.readings.keep(Submission(readings: [.sample(300, at: "chur")]), at: noon)
        var modelling = ForecastModelling(network: network)
        // The own forecast is for tomorrow; the day after is modelled.
        #expect(try await modelling.catchUp(at: noon) == 1)
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(found.map(\.station) == ["basel"] && found.map(\.basis) == [.forecast])
    }

    @Test func `the evening round announces it as modelled, and again after it rises`() async throws {
        let anna = try #require(try await opened.store.addAccount(named: "anna", at: noon))
        _ = try await network.fences.keep(
            .sample(of: anna.id, levels: ["birch": .moderate], kinds: [.forecast]), replacing: false, at: noon
        )
        _ = try await network.readings.keep(Submission(readings: wave() + [.sample(15)]), at: noon)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        // Six in the evening in UTC, the clock of a profile without settings.
        let evening = noon.addingTimeInterval(6 * 3_600)
        try await network.forecasts.run(at: evening)
        let first = try #require(try await opened.store.newEntries(after: 0, limit: 10).entries.first)
            .alert
        #expect(first.kind == .forecast && first.level == .moderate && first.finding?.basis == .modelled)
        _ = try await network.readings.keep(Submission(readings: [.sample(900)]), at: evening)
        _ = try await modelling.catchUp(at: evening.addingTimeInterval(30))
        try await network.forecasts.run(at: evening.addingTimeInterval(60))
        let entries = try await opened.store.newEntries(after: 0, limit: 10).entries
        #expect(entries.count == 2)
        let second = try #require(entries.last).alert
        #expect(second.finding?.basis == .modelled && second.level ?? .none > .moderate)
    }

    @Test func `withdrawing readings withdraws their forecast, also on the map`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        let tile = try #require(TileAddress(zoom: 7, column: 66, row: 44))
        let layer = try network.layers.layer(named: "birch")
        let key = {
            try await network.tiles.key(of: tile, scale: 1, layer: layer, day: tomorrow, today: today)
        }
        #expect(try await key() != .empty(scale: 1))
        // All days from which tomorrow can be predicted.
        let outcomes = try await network.readings.decide(
            (0...Outlook.mostDaysAhead).map {
                ReadingDecision(
                    allergen: "birch", period: .day(today.adding(days: -$0)), isConfirmed: false)
            }, at: "basel", by: .command, now: noon)
        #expect(outcomes == [true, true, true, true, true])
        #expect(try await modelling.catchUp(at: noon) == 2)
        #expect(try await opened.store.forecasts(of: "birch", for: tomorrow).isEmpty)
        #expect(try await key() == .empty(scale: 1))
    }

    @Test func `the forecast of a measured day stays for comparison`() async throws {
        _ = try await network.readings.keep(Submission(readings: wave()), at: noon)
        var modelling = ForecastModelling(network: network)
        _ = try await modelling.catchUp(at: noon)
        let before = try await opened.store.forecasts(of: "basel", days: tomorrow...tomorrow)
        _ = try await network.readings.keep(
            Submission(readings: [.sample(250, on: tomorrow)]), at: noon + 86_400)
        _ = try await modelling.catchUp(at: noon + 86_400)
        #expect(try await opened.store.forecasts(of: "basel", days: tomorrow...tomorrow) == before)
        #expect(before.count == 1)
    }

    @Test func `a simulated station does not teach a real one`() async throws {
        try await opened.store.add([
            .sample("demo", at: Coordinate(7.5, 47.4), isSimulated: true)
        ])
        // Forty days of the year before give the norm; with the last weeks they are too few to learn from.
        let young = wave().filter {
            guard case .day(let day) = $0.period else { return false }
            let age = today.daysSinceEpoch - day.daysSinceEpoch
            return age < 25 || (345...385).contains(age)
        }
        _ = try await network.readings.keep(Submission(readings: young + wave(at: "demo")), at: noon)
        var modelling = ForecastModelling(network: network)
        #expect(try await modelling.catchUp(at: noon) == 2)
        let found = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(found.map(\.station) == ["demo"] && found.map(\.basis) == [.simulated])
        // The same past at a real station is enough.
        _ = try await network.readings.keep(Submission(readings: wave(at: "bern")), at: noon)
        _ = try await modelling.catchUp(at: noon)
        let more = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(more.map(\.station) == ["basel", "bern", "demo"])
    }
}
