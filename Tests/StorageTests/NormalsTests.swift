import Allergens
import Observations
import SampleTesting
import Seasons
import Testing

@testable import Storage

@Suite struct NormalsTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(zone: "UTC"), .sample("bern")])
    }

    private func keep(_ values: [(String, Double)], of allergen: Allergen.ID = "birch") async throws {
        try await opened.keep(
            values.map { .sample($0.1, of: allergen, on: CivilDate($0.0)!) })
    }

    private func normals(before year: Int) async throws -> [DayNormal] {
        try await opened.store.normals(of: "birch", at: "basel", before: year)
    }

    @Test func `a day has the mean, the minimum and the maximum of the years before`() async throws {
        try await keep([
            ("2017-03-01", 2), ("2018-03-01", 5), ("2019-03-01", 8), ("2019-03-03", 4), ("2020-03-01", 900),
        ])
        let expected = [
            DayNormal(dayOfYear: 60, mean: 5, lowest: 2, highest: 8, years: 3),
            DayNormal(dayOfYear: 62, mean: 4, lowest: 4, highest: 4, years: 1),
        ]
        #expect(try await normals(before: 2020) == expected)
        #expect(
            try await normals(before: 2019)
                == [DayNormal(dayOfYear: 60, mean: 3.5, lowest: 2, highest: 5, years: 2)])
        #expect(try await normals(before: 2017).isEmpty)
    }

    @Test func `the years of a station are those with values of any allergen`() async throws {
        try await keep([("2017-12-31", 2), ("2020-01-01", 900), ("2020-12-31", 1)])
        try await keep([("1998-06-01", 5)], of: "grass")
        #expect(try await opened.store.years(of: "basel") == [2020, 2017, 1998])
        for station in ["bern", "nowhere"] as [Station.ID] {
            #expect(try await opened.store.years(of: station).isEmpty, "\(station)")
        }
    }

    @Test func `all values that count are listed in order, and stations by their distance`() async throws {
        try await keep([("2019-03-01", 8), ("2017-03-01", 2), ("2020-03-01", 900)])
        try await keep([("2018-03-01", 5)], of: "grass")
        let values = try await opened.store.dailyValues(of: "birch", at: "basel")
        #expect(values.map(\.value) == [2, 8, 900] && values[0].day == CivilDate("2017-03-01"))
        #expect(try await opened.store.dailyValues(of: "birch", at: "bern").isEmpty)
        let since = try #require(CivilDate("2019-03-01"))
        let late = try await opened.store.dailyValues(of: "birch", since: since)
        #expect(late.mapValues { $0.map(\.value) } == ["basel": [8, 900]])
        #expect(try await opened.store.dailyValues(of: "hazel", since: since).isEmpty)
        let near = try await opened.store.stations(
            reporting: "birch", around: .basel, within: 9_000, most: 3)
        #expect(near.map(\.station.id) == ["basel"] && near.allSatisfy { $0.distance < 9_000 })
        #expect(near.map(\.since) == [CivilDate("2017-03-01")])
        #expect(
            try await opened.store.stations(reporting: "hazel", around: .basel, within: 9_000, most: 3)
                .isEmpty)
    }

    @Test func `29 February counts with the 28th, and a leap year has the same weight as others`()
        async throws
    {
        try await keep([
            ("2016-02-28", 10), ("2016-02-29", 30), ("2017-02-28", 50), ("2018-02-28", 5),
            ("2020-02-29", 29),
        ])
        let day = try await normals(before: 2021)
        #expect(day == [DayNormal(dayOfYear: 59, mean: 26, lowest: 5, highest: 50, years: 4)])
    }

    @Test func `a calendar day is the same in leap years and common years`() async throws {
        try await keep([
            ("2016-03-01", 1), ("2017-03-01", 3), ("2016-12-31", 9), ("2019-12-31", 7), ("2016-01-01", 4),
        ])
        #expect(
            try await normals(before: 2020) == [
                DayNormal(dayOfYear: 1, mean: 4, lowest: 4, highest: 4, years: 1),
                DayNormal(dayOfYear: 60, mean: 2, lowest: 1, highest: 3, years: 2),
                DayNormal(dayOfYear: 365, mean: 8, lowest: 7, highest: 9, years: 2),
            ])
    }

    @Test func `other allergens, other stations and suspect values do not count`() async throws {
        try await keep([("2018-04-08", 60)])
        try await keep([("2018-04-08", 1)], of: "grass")
        try await opened.keep([.sample(2, at: "bern", on: CivilDate("2018-04-08")!)])
        for (day, quality) in [("2016-04-08", ReadingQuality.suspect(.jump)), ("2017-04-08", .dismissed)] {
            try await opened.keep([
                Reading(
                    station: "basel", allergen: "birch", period: .day(CivilDate(day)!), value: 9_000,
                    quality: quality)
            ])
        }
        #expect(
            try await normals(before: 2020)
                == [DayNormal(dayOfYear: 98, mean: 60, lowest: 60, highest: 60, years: 1)])
        #expect(try await opened.store.normals(of: "birch", at: "nowhere", before: 2020).isEmpty)
        #expect(try await opened.store.normals(of: "hazel", at: "basel", before: 2020).isEmpty)
    }
}
