import Alerts
import Foundation
import SeededTesting
import Testing

@testable import Allergens

@Suite struct LocalCalendarTests {
    private static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name)! }

    private static func instant(_ text: String) -> Date {
        guard let date = try? Date(text, strategy: .iso8601) else {
            preconditionFailure("\(text) is no instant")
        }
        return date
    }

    @Test(arguments: [
        // At the start of summer time, half past two comes an hour later; at its end, it comes twice.
        ("Europe/Zurich", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
        ("Europe/Zurich", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
        ("Europe/Zurich", "2026-07-01", "18:00", "2026-07-01T16:00:00Z"),
        // Midnight itself was skipped, and the hour before it came twice.
        ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T03:00:00Z"),
        ("America/Sao_Paulo", "2018-02-17", "23:30", "2018-02-18T01:30:00Z"),
        ("America/Sao_Paulo", "2018-02-18", "00:00", "2018-02-18T03:00:00Z"),
        // Half an hour is skipped.
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00Z"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
        ("Asia/Kathmandu", "2026-04-05", "18:00", "2026-04-05T12:15:00Z"),
        // A day missing from the calendar; its times are those of the next day.
        ("Pacific/Apia", "2011-12-29", "23:59", "2011-12-30T09:59:00Z"),
        ("Pacific/Apia", "2011-12-30", "18:00", "2011-12-31T04:00:00Z"),
        ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-30T10:00:00Z"),
    ])
    func `a time of a day is the instant when the clocks show it`(
        zone: String, day: String, time: String, at: String
    )
        throws
    {
        let found = LocalCalendar(Self.zone(zone))
            .instant(of: try #require(LocalTime(time)), on: try #require(CivilDate(day)))
        #expect(found == Self.instant(at), "\(found.ISO8601Format())")
    }

    @Test func `a day begins at its first moment`() throws {
        let calendar = LocalCalendar(Self.zone("America/Sao_Paulo"))
        let start = calendar.start(of: try #require(CivilDate("2018-11-04")))
        #expect(calendar.day(at: start).description == "2018-11-04")
        #expect(calendar.day(at: start.addingTimeInterval(-1)).description == "2018-11-03")
    }

    @Test func `the evening of a missing day occurs once`() throws {
        let calendar = LocalCalendar(Self.zone("Pacific/Apia"))
        var evening = Self.instant("2011-12-29T03:00:00Z")
        var found: [String] = []
        for _ in 0..<4 {
            evening = calendar.next(LocalTime(hour: 18), after: evening)
            found.append(evening.ISO8601Format())
        }
        #expect(
            found == [
                "2011-12-29T04:00:00Z", "2011-12-30T04:00:00Z", "2011-12-31T04:00:00Z",
                "2012-01-01T04:00:00Z",
            ])
    }

    /// Clock changes, each with its time zone.
    private static let changes = [
        ("Europe/Zurich", "2026-03-29T01:00:00Z"), ("Europe/Zurich", "2026-10-25T01:00:00Z"),
        ("America/Sao_Paulo", "2018-11-04T03:00:00Z"), ("America/Sao_Paulo", "2018-02-18T02:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"), ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
        ("Asia/Kathmandu", "1985-12-31T18:30:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
        ("Africa/Casablanca", "2026-02-15T02:00:00Z"), ("GMT", "2026-01-01T00:00:00Z"),
    ]

    /// Checks the clock every minute during the two days around the day.
    private func watched(_ time: LocalTime, on day: CivilDate, in zone: TimeZone) -> Date? {
        (-14 * 60..<(24 + 14) * 60).lazy
            .map { day.startInUTC.addingTimeInterval(Double($0) * 60) }
            .first { CivilDate(at: $0, in: zone) == day && LocalTime(at: $0, in: zone) == time }
    }

    @Test(arguments: changes)
    func `the result agrees with watching the clock around every change`(name: String, change: String) {
        let zone = Self.zone(name)
        let calendar = LocalCalendar(zone)
        let change = Self.instant(change)
        for shift in -1...1 {
            let day = CivilDate(at: change.addingTimeInterval(Double(shift) * 86_400), in: zone)
            for minutes in stride(from: 0, to: 1_440, by: 15) {
                guard let time = LocalTime(minutes: minutes) else { continue }
                let found = calendar.instant(of: time, on: day)
                if let watched = watched(time, on: day, in: zone) {
                    #expect(found == watched, "\(day) \(time.text)")
                } else {
                    // Skipped time: the clocks run on from the change as if it had not happened.
                    let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
                    let local = day.startInUTC.addingTimeInterval(Double(minutes * 60 - before))
                    #expect(found == local && found >= change, "\(day) \(time.text)")
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the next time is in the future, and later ones are a day apart`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (name, change) in Self.changes {
            let calendar = LocalCalendar(Self.zone(name))
            let time = try #require(LocalTime(minutes: .random(in: 0..<1_440, using: &generator)))
            var last = Self.instant(change).addingTimeInterval(
                .random(in: -200_000...100_000, using: &generator))
            for round in 0..<5 {
                let next = calendar.next(time, after: last)
                let gap = next.timeIntervalSince(last)
                #expect(gap > 0, "\(name) \(time.text)")
                // A clock change moves a time by at most an hour; the missing day of Apia does not move it.
                #expect(
                    gap <= 25 * 3_600 && (round == 0 || gap >= 23 * 3_600), "\(name) \(time.text): \(gap)")
                last = next
            }
        }
    }
}

@Suite struct LocalTimeTests {
    @Test(arguments: ["00:00", "07:05", "23:59"])
    func `a time is written as it is read`(text: String) {
        #expect(LocalTime(text)?.text == text)
    }

    @Test(arguments: [
        "", "7:00", "24:00", "12:60", "12:0", "12", "12:00:00", " 12:00", "-1:00", "１２:00", "12:+1",
    ])
    func `only HH:MM is a time`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `the clock is right before 1970 too`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        #expect(LocalTime(at: Date(timeIntervalSince1970: -7_200), in: zone).text == "23:00")
        #expect(LocalTime(at: Date(timeIntervalSince1970: -3_601), in: zone).text == "23:59")
    }

    @Test(arguments: [
        ("22:00", "07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "12:00", "21:59"]),
        ("13:00", "15:00", ["13:00", "14:59"], ["12:59", "15:00", "00:00"]),
        ("00:00", "06:00", ["00:00", "05:59"], ["06:00", "23:59"]),
        ("22:00", "00:00", ["22:00", "23:59"], ["00:00", "21:59"]),
    ])
    func `quiet hours include their start, exclude their end, and may cross midnight`(
        from: String, until: String, quiet: [String], loud: [String]
    ) throws {
        let (start, end) = (try #require(LocalTime(from)), try #require(LocalTime(until)))
        let hours = try #require(QuietHours(from: start, until: end))
        for time in quiet { #expect(hours.contains(try #require(LocalTime(time))), "\(time)") }
        for time in loud { #expect(!hours.contains(try #require(LocalTime(time))), "\(time)") }
    }

    @Test func `quiet hours without length are invalid`() {
        #expect(QuietHours(from: LocalTime(hour: 7), until: LocalTime(hour: 7)) == nil)
    }
}
