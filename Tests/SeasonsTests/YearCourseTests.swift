import Allergens
import Testing

@testable import Seasons

@Suite struct YearCourseTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
        try #require(CivilDate(year: year, month: month, day: day))
    }

    /// Every day from 2018 to 2023: ten times the month and the last digit of the day, and `more`.
    private func values(more: Double = 0) throws -> [DailyValue] {
        let (first, last) = (try Self.day(2018, 1, 1), try Self.day(2023, 12, 31))
        return (first.daysSinceEpoch...last.daysSinceEpoch).map { number in
            let day = CivilDate(daysSinceEpoch: number)
            let (_, month, place) = day.components
            return DailyValue(day: day, value: Double(10 * month + place % 10) + more)
        }
    }

    private func usual(_ stations: [[DailyValue]], on today: CivilDate) -> YearCourse? {
        YearCourse(at: stations, today: today)
    }

    @Test func `a month has the middle of its days in all years, and what eight of ten of them have`() throws
    {
        let today = try Self.day(2024, 3, 1)
        let course = try #require(usual([try values()], on: today))
        let april = try #require(course.months[3])
        // Each last digit comes three times in each of six Aprils.
        #expect(april.median == 44.5)
        #expect(abs(april.tenth - 40.9) < 1e-9 && abs(april.nineTenths - 48.1) < 1e-9)
        #expect(course.months.compactMap { $0?.median }.count == 12)
        #expect(course.stations == 1 && course.years == 6...6)
    }

    @Test func `a region has the middle of its stations, not of all their days`() throws {
        let today = try Self.day(2024, 3, 1)
        let few = try values(more: 100).filter { $0.day.components.year > 2020 }
        let course = try #require(usual([try values(), few, try values(more: 300), []], on: today))
        #expect(course.months[3]?.median == 144.5)
        #expect(course.stations == 3 && course.years == 3...6)
    }

    @Test func `the current year does not count, nor does a month with few days or few years`() throws {
        let today = try Self.day(2024, 3, 1)
        let three = try values().filter { $0.day.components.year > 2020 }
        #expect(usual([three], on: try Self.day(2023, 12, 31)) == nil)
        #expect(usual([three], on: try Self.day(2024, 1, 1)) != nil)
        let gaps = three.filter { value in
            let (year, month, day) = value.day.components
            return switch (year, month) {
            case (2022, 5): day <= 19
            case (2022, 6): day <= 20
            default: month != 7
            }
        }
        let course = try #require(usual([gaps], on: today))
        #expect(course.months.indices.filter { course.months[$0] == nil } == [4, 6])
        #expect(usual([[], []], on: today) == nil)
    }
}
