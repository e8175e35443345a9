import Foundation
import SeededTesting
import Testing

@testable import Allergens

@Suite struct CivilDateTests {
    private func calendar(_ zone: TimeZone = .gmt) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    @Test func `days agree with the Gregorian calendar from 1870 to 2199`() throws {
        let calendar = calendar()
        let accepted = CivilDate.accepted
        for days in stride(
            from: accepted.lowerBound.daysSinceEpoch, through: accepted.upperBound.daysSinceEpoch, by: 17)
        {
            let date = CivilDate(daysSinceEpoch: days)
            let parts = calendar.dateComponents([.year, .month, .day, .dayOfYear], from: date.startInUTC)
            let (year, month, day) = date.components
            #expect(year == parts.year && month == parts.month && day == parts.day)
            #expect(date.dayOfYear == parts.dayOfYear)
            #expect(CivilDate(year: year, month: month, day: day) == date)
            #expect(CivilDate(date.description) == date)
        }
    }

    @Test func `February has 29 days in leap years only`() {
        for year in 1870...2199 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
            #expect(CivilDate(year: year, month: 12, day: 31)?.dayOfYear == (isLeap ? 366 : 365))
        }
    }

    @Test(arguments: [
        "", "2026-4-8", "2026-02-30", "2026-13-01", "2026-00-10", "2026-01-00", "1869-12-31", "2200-01-01",
        "+026-01-01", "-026-01-01", " 2026-01-01", "2026-01-01 ", "2026/01/01", "20260101", "2026-01-01T00",
        "２026-01-01", "2026-01-1٣", "2026–01–01",
    ])
    func `only a real day written as YYYY-MM-DD is read`(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func `the first and the last accepted day are read`() {
        #expect(CivilDate("1870-01-01") == CivilDate.accepted.lowerBound)
        #expect(CivilDate("2199-12-31") == CivilDate.accepted.upperBound)
        #expect(CivilDate("1970-01-01")?.daysSinceEpoch == 0)
    }

    @Test(arguments: ["Europe/Zurich", "Pacific/Auckland", "America/St_Johns", "Asia/Kathmandu", "GMT"])
    func `the day at an instant follows the zone's own clock`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let calendar = calendar(zone)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let instant = Date(timeIntervalSince1970: .random(in: -1e9...4e9, using: &generator))
            let parts = calendar.dateComponents([.year, .month, .day], from: instant)
            let date = CivilDate(at: instant, in: zone)
            #expect(date.components.year == parts.year && date.components.month == parts.month)
            #expect(date.components.day == parts.day)
        }
    }

    @Test(arguments: [
        ("2026-11-26T09:59:59Z", "2026-11-26"), ("2026-11-26T10:00:00Z", "2026-11-27"),
        ("2026-11-27T23:59:59Z", "2026-11-27"), ("2026-11-28T00:00:00Z", "2026-11-28"),
    ])
    func `a noted day is the present one once it has begun somewhere, and until the next begins at home`(
        instant: String, present: String
    ) throws {
        let now = try Date(instant, strategy: .iso8601)
        let noted = try [-300, 0, 1].map { try #require(CivilDate("2026-11-26")).adding(days: $0) }
        #expect(CivilDate.present(in: .gmt, at: now, noted: noted).description == present)
        #expect(CivilDate.present(in: .gmt, at: now, noted: []) == CivilDate(at: now, in: .gmt))
    }

    @Test func `days are ordered and counted`() throws {
        let day = try #require(CivilDate("2024-02-28"))
        #expect(day.adding(days: 1).description == "2024-02-29")
        #expect(day.adding(days: 2).description == "2024-03-01")
        #expect(day < day.adding(days: 1))
    }
}
