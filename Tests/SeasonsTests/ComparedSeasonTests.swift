import Allergens
import Testing

@testable import Seasons

@Suite struct ComparedSeasonTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
        try #require(CivilDate(year: year, month: month, day: day))
    }

    /// A season of a hundred days with the same value from a day on, and 0 on all other days of the year.
    private func year(_ year: Int, from month: Int, _ day: Int, value: Double = 10) throws -> [DailyValue] {
        let (first, start) = (try Self.day(year, 1, 1), try Self.day(year, month, day))
        let last = try Self.day(year, 12, 31)
        return (first.daysSinceEpoch...last.daysSinceEpoch).map { number in
            let isFlying = number >= start.daysSinceEpoch && number < start.daysSinceEpoch + 100
            return DailyValue(day: CivilDate(daysSinceEpoch: number), value: isFlying ? value : 0)
        }
    }

    private func threeYears() throws -> [DailyValue] {
        try year(2021, from: 3, 8) + year(2022, from: 3, 13) + year(2023, from: 3, 18)
    }

    @Test func `a season that begins twelve days early says so on the day on which it begins`() throws {
        // 5 % of the usual 1,000 grains are reached on the fifth day: usually 17 March.
        let today = try Self.day(2024, 3, 5)
        let now = try year(2024, from: 3, 1).filter { $0.day <= today }
        let curve = ComparedSeason(try threeYears() + now, year: 2024, today: today)
        #expect(curve.years == 3)
        #expect(curve.usual == UsualSeason(start: 76, peak: 72, end: 166))
        let season = try #require(curve.season)
        #expect(season.start == today && season.delay == -12)
        #expect(season.end == nil && season.sum == 50)
        let before = ComparedSeason(
            try threeYears() + now.dropLast(), year: 2024, today: try Self.day(2024, 3, 4))
        #expect(before.season?.start == nil && before.season?.delay == nil)
    }

    @Test func `a season is over once no earlier year had one so late, and then has an end`() throws {
        let all = try threeYears() + year(2024, from: 3, 13)
        let open = ComparedSeason(all, year: 2024, today: try Self.day(2024, 6, 20))
        #expect(open.season?.end == nil)
        let over = ComparedSeason(all, year: 2024, today: try Self.day(2024, 7, 20))
        // The 95th of a hundred days.
        #expect(try over.season?.end == Self.day(2024, 6, 15))
        #expect(over.season?.delay == 0)
        let past = ComparedSeason(all, year: 2023, today: try Self.day(2024, 1, 1))
        #expect(past.years == 0 && past.normals.isEmpty && past.usual == nil, "two earlier years are too few")
        #expect(try past.season?.start == nil && past.season?.end == Self.day(2023, 6, 20))
    }

    @Test func `a station without three earlier years cannot know what is normal`() throws {
        let (all, today) = (try threeYears(), try Self.day(2024, 5, 1))
        for (year, isPossible) in [(2023, false), (2024, true), (2025, true)] {
            #expect(ComparedSeason.mayHaveNormals(of: year, since: all[0].day) == isPossible)
            #expect(ComparedSeason(all, year: year, today: today).normals.isEmpty != isPossible)
        }
    }

    @Test func `normals are quantiles of the same days in earlier years`() throws {
        let curve = ComparedSeason(
            try year(2021, from: 3, 8, value: 10) + year(2022, from: 3, 8, value: 20)
                + year(2023, from: 3, 8, value: 40), year: 2024, today: try Self.day(2024, 5, 1))
        let may = try #require(curve.normals.first { $0.dayOfYear == 121 })
        #expect(may.tenth == 10 && may.median == 20 && may.nineTenths == 40)
        #expect(curve.values.isEmpty && curve.season == nil)
        #expect(curve.normals.count == 365 && curve.normals[0].nineTenths == 0)
    }

    @Test func `years with a large part of the season missing say nothing of what is normal`() throws {
        let gap = try year(2022, from: 3, 8).filter { !(80...140).contains($0.day.dayOfYear) }
        let curve = ComparedSeason(
            try year(2020, from: 3, 8) + year(2021, from: 3, 8) + gap + year(2023, from: 3, 8), year: 2024,
            today: try Self.day(2024, 5, 1))
        #expect(curve.years == 3)
    }

    @Test func `a station that does not count in autumn has normals for spring all the same`() throws {
        let springs = try [2021, 2022, 2023].flatMap { try year($0, from: 3, 8).prefix(200) }
        let stray = DailyValue(day: try Self.day(2019, 12, 20), value: 3)
        let curve = ComparedSeason(springs + [stray], year: 2024, today: try Self.day(2024, 5, 1))
        #expect(curve.years == 3 && curve.usual?.start == 71)
    }

    @Test func `the leap day counts with the day before`() throws {
        let days = [(28, 10.0), (29, 30.0)]
        let values = try days.map { DailyValue(day: try Self.day(2024, 2, $0.0), value: $0.1) }
        let year = StationYear(values + [DailyValue(day: try Self.day(2024, 3, 1), value: 5)])
        #expect(year.values[58] == 20 && year.values[59] == 5)
        #expect(year.peak?.dayOfYear == 59)
    }

    @Test func `a year of zeros has no season`() throws {
        let zeros = try year(2024, from: 3, 1, value: 0)
        let curve = ComparedSeason(try threeYears() + zeros, year: 2024, today: try Self.day(2024, 12, 31))
        #expect(curve.season == nil && curve.values.count == 366 && curve.usual != nil)
    }
}
