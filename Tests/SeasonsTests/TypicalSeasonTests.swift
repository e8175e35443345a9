import Allergens
import Testing

@testable import Seasons

@Suite struct TypicalSeasonTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
        try #require(CivilDate(year: year, month: month, day: day))
    }

    /// Every day from 2018 to the end of 2023: the same value for a hundred days from a day of each year on.
    private func values(from month: Int, _ day: Int, later days: Int = 0) throws -> [DailyValue] {
        let starts = try (2017...2023).map { try Self.day($0, month, day).adding(days: days).daysSinceEpoch }
        let (first, last) = (try Self.day(2018, 1, 1), try Self.day(2023, 12, 31))
        return (first.daysSinceEpoch...last.daysSinceEpoch).map { number in
            let isFlying = starts.contains { ($0..<$0 + 100).contains(number) }
            return DailyValue(day: CivilDate(daysSinceEpoch: number), value: isFlying ? 10 : 0)
        }
    }

    @Test func `a region has the middle of its stations, with how many stations and years say so`() throws {
        let stations = try [
            values(from: 3, 8), values(from: 3, 8, later: 10),
            values(from: 3, 8, later: 30).filter { $0.day.components.year > 2020 }, [],
        ]
        let season = try #require(TypicalSeason(at: stations, today: try Self.day(2024, 3, 1)))
        // The fifth of a hundred days, ten days later than at the first station.
        #expect(season.start == 81 && season.peak == 77 && season.end == 171)
        #expect(season.stations == 3 && season.years == 3...6)
    }

    @Test func `a year that is not over does not count`() throws {
        let years = try values(from: 3, 8).filter { $0.day.components.year > 2020 }
        #expect(TypicalSeason(at: [years], today: try Self.day(2023, 12, 31)) == nil)
        #expect(TypicalSeason(at: [years], today: try Self.day(2024, 1, 1)) != nil)
    }

    @Test func `a season across New Year is not cut in two`() throws {
        let season = try #require(
            TypicalSeason(at: [try values(from: 12, 1)], today: try Self.day(2024, 3, 1)))
        // 5 and 11 March are two days apart from those that a common year would have, because of 29 February.
        #expect((338...340).contains(season.start) && (334...336).contains(season.peak))
        #expect((63...66).contains(season.end) && season.stations == 1)
    }

    @Test func `without three whole seasons nothing is typical`() throws {
        let years = try values(from: 3, 8).filter { $0.day.components.year > 2021 }
        #expect(TypicalSeason(at: [years], today: try Self.day(2024, 3, 1)) == nil)
        #expect(TypicalSeason(at: [[DailyValue]](), today: try Self.day(2024, 3, 1)) == nil)
        let nothing = try values(from: 3, 8).map { DailyValue(day: $0.day, value: 0) }
        #expect(TypicalSeason(at: [nothing], today: try Self.day(2024, 3, 1)) == nil)
    }
}
