import Allergens
import Forecasting
import Foundation
import GRDB
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct WeatherStorageTests {
    let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }

    init() throws { opened = try OpenedArchive() }

    private func site(
        _ id: String = "smn-bas", at position: Coordinate = .basel, _ kind: WeatherSite.Kind = .station
    ) -> WeatherSite {
        WeatherSite(
            id: WeatherSite.ID(rawValue: id)!, name: id, kind: kind, position: position, altitude: 316,
            timeZone: TimeZone(identifier: "Europe/Zurich")!, attribution: "Source: them")
    }

    private func record(
        _ values: [WeatherParameter: Double], at site: WeatherSite, ending end: Date = noon,
        issued: Date? = nil
    ) -> WeatherRecord {
        var record = WeatherRecord(site: site.id, period: .hour(ending: end), issued: issued)
        for (parameter, value) in values { record.values[parameter] = value }
        return record
    }

    @discardableResult
    private func keep(_ records: WeatherRecord..., at site: WeatherSite) async throws -> IntakeTally {
        try await store.keep(records, at: [site], received: noon)
    }

    @Test func `a site and its hour and day come back unchanged`() async throws {
        let site = site()
        var all = WeatherRecord(site: site.id, period: .day(today), issued: noon)
        for parameter in WeatherParameter.allCases {
            all.values[parameter] = parameter == .pressure ? 1_013.2 : 7.25
        }
        let hour = record([.temperature: -3.5], at: site)
        let tally = try await keep(all, hour, at: site)
        #expect(tally.accepted == 2)
        let series = try #require(try await store.weather(around: .basel, at: noon).first)
        #expect(series.site == site && series.distance == 0)
        #expect(Set(series.records) == [all, hour])
    }

    @Test func `a newer issue replaces the whole record, and an older one changes nothing`() async throws {
        let site = site()
        try await keep(record([.temperature: 1, .humidity: 90], at: site, issued: noon), at: site)
        let older = record([.temperature: 2], at: site, issued: noon.addingTimeInterval(-60))
        #expect(try await keep(older, at: site).unchanged == 1)
        let newer = record([.temperature: 3], at: site, issued: noon.addingTimeInterval(60))
        #expect(try await keep(newer, at: site).replaced == 1)
        let series = try await store.weather(around: .basel, at: noon)
        #expect(series.flatMap(\.records) == [newer])
    }

    @Test func `measured values of several files add up, beside the forecast`() async throws {
        let site = site()
        try await keep(record([.temperature: 1], at: site), at: site)
        #expect(try await keep(record([.humidity: 50], at: site), at: site).replaced == 1)
        #expect(try await keep(record([.humidity: 50], at: site), at: site).unchanged == 1)
        let forecast = record([.temperature: 4], at: site, issued: noon)
        try await keep(forecast, at: site)
        let records = try await store.weather(around: .basel, at: noon).flatMap(\.records)
        #expect(Set(records) == [record([.temperature: 1, .humidity: 50], at: site), forecast])
    }

    @Test func `forecasts of long ago are forgotten, measurements are not`() async throws {
        let site = site()
        let past = noon.addingTimeInterval(-5 * 86_400)
        try await keep(
            record([.temperature: 1], at: site, ending: past),
            record([.temperature: 1], at: site, ending: past, issued: past),
            record([.temperature: 1], at: site, issued: noon), at: site)
        #expect(try await opened.count("weather") == 2)
    }

    @Test func `only sites within reach are found, the nearest first, also over the antimeridian`()
        async throws
    {
        let sites = [
            site("far", at: Coordinate(-179.6, 0)), site("near", at: Coordinate(-179.95, 0)),
            site("grid", at: Coordinate(179.9, 0), .grid),
        ]
        for site in sites { try await keep(record([.temperature: 1], at: site), at: site) }
        let found = try await store.weather(around: Coordinate(179.99, 0), at: noon)
        #expect(found.map(\.site.id.rawValue) == ["near", "grid"])
    }

    @Test func `the nearest sites that know something are consulted`() async throws {
        let silent = site("silent")
        try await keep(
            record([.temperature: 1], at: silent, ending: noon.addingTimeInterval(-9 * 86_400)), at: silent)
        for number in 1...6 {
            let site = site("s\(number)", at: Coordinate(7.58 + Double(number) / 100, 47.56))
            try await keep(record([.temperature: 1], at: site), at: site)
        }
        let found = try await store.weather(around: .basel, at: noon)
        #expect(found.map(\.site.id.rawValue) == ["s1", "s2", "s3", "s4"])
    }

    @Test func `a site that moved is found where it is now`() async throws {
        try await keep(record([.temperature: 1], at: site()), at: site())
        let moved = site(at: Coordinate(9, 47))
        try await keep(record([.temperature: 2], at: moved), at: moved)
        #expect(try await store.weather(around: .basel, at: noon).isEmpty)
        #expect(try await store.weather(around: Coordinate(9, 47), at: noon).map(\.site) == [moved])
        #expect(try await opened.count("weatherBox") == 1)
    }

    @Test(arguments: [
        "INSERT INTO weather (site, isForecast, isDay, time, issued) VALUES (9, 0, 0, 0, 0)",
        "INSERT INTO weather (site, isForecast, isDay, time, issued) VALUES (1, 1, 0, 0, 0)",
        "INSERT INTO weather (site, isForecast, isDay, time, issued) VALUES (1, 0, 0, 0, 7)",
        "INSERT INTO weather (site, isForecast, isDay, time, issued, humidity) VALUES (1, 0, 0, 0, 0, 101)",
        "INSERT INTO weather (site, isForecast, isDay, time, issued, pressure) VALUES (1, 0, 0, 0, 0, 1)",
    ])
    func `the schema refuses weather that breaks a rule`(sql: String) async throws {
        try await keep(record([.temperature: 1], at: site()), at: site())
        let error = await #expect(throws: DatabaseError.self) { try await opened.execute(sql) }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    }

    @Test func `the records of a place are found by the primary key`() async throws {
        let plan = try await store.pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM weather WHERE site = 1 AND isForecast IN (0, 1)
                        AND (isDay = 0 AND time BETWEEN 1 AND 2 OR isDay = 1 AND time BETWEEN 1 AND 2)
                    """
            ).map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
}

@Suite struct MeasuredWeatherTests {
    private let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }

    init() throws { opened = try OpenedArchive() }

    private func keep(_ name: String, at position: Coordinate, degrees: Double, days: Int) async throws {
        let site = WeatherSite(
            id: try #require(WeatherSite.ID(rawValue: name)), name: name, kind: .station, position: position,
            timeZone: .gmt)
        let records = (0..<days).map { offset in
            var record = WeatherRecord(site: site.id, period: .day(today.adding(days: -offset)))
            record.values[.temperature] = degrees
            record.values[.precipitation] = offset == 0 ? 1 : 0.9
            return record
        }
        _ = try await store.keep(records, at: [site], received: noon)
    }

    @Test func `a station learns from the one site nearby that measured most days`() async throws {
        try await store.add([.sample(), .sample("chur", at: Coordinate(9.53, 46.85))])
        try await keep("near", at: .basel, degrees: 1, days: 2)
        try await keep("beside", at: Coordinate(7.65, 47.6), degrees: 2, days: 3)
        try await keep("far", at: Coordinate(8.5, 47.4), degrees: 3, days: 9)
        let stations = try await store.stations()
        let found = try await store.measuredWeather(around: stations, in: today.adding(days: -9)...today)
        #expect(found.keys.map(\.rawValue) == ["basel"])
        let basel = try #require(found["basel"])
        #expect(basel[today] == DayWeather(temperature: 2, isWet: true))
        #expect(basel[today.adding(days: -2)] == DayWeather(temperature: 2, isWet: false))
        #expect(basel[today.adding(days: -3)] == nil)
        let short = try await store.measuredWeather(around: stations, in: today...today)
        #expect(short["basel"]?[today.adding(days: -1)] == nil)
    }
}
