import Alerts
import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct HourlyReadingsTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(), .sample("fiji", zone: "Pacific/Fiji")])
    }

    private func values(of station: Station.ID = "basel") async throws -> [StationReading] {
        let days = today.adding(days: -400)...today.adding(days: 400)
        return try await opened.store.readings(of: station, days: days)
    }

    /// Midnight at the start of a day in Zurich, where summer time is two hours ahead of UTC.
    private func midnight(of day: CivilDate, hoursAhead: Double = 2) -> Date {
        day.startInUTC.addingTimeInterval(-hoursAhead * 3_600)
    }

    /// A day's hours; hour `n` has the value n.
    private func hours(_ count: Int, from midnight: Date) -> [Reading] {
        (1...count).map { .hour(Double($0), ending: midnight.addingTimeInterval(Double($0) * 3_600)) }
    }

    @Test func `a day has a value from its 18th hour on`() async throws {
        let hours = hours(24, from: midnight(of: today))
        try await opened.keep(Array(hours.prefix(17)))
        #expect(try await values().isEmpty)
        try await opened.keep([hours[17]])
        #expect(
            try await values() == [StationReading(allergen: "birch", day: today, value: 9.5, hours: 18)])
        try await opened.keep(hours)
        #expect(
            try await values() == [StationReading(allergen: "birch", day: today, value: 12.5, hours: 24)])
    }

    @Test func `an hour is accepted, unchanged or replaced, and the mean follows`() async throws {
        let hours = hours(18, from: midnight(of: today))
        let end = midnight(of: today).addingTimeInterval(3_600)
        #expect(try await opened.keep(hours) == Array(repeating: .accepted, count: 18))
        #expect(try await opened.keep([hours[0]]) == [.unchanged])
        #expect(try await opened.keep([.hour(19, ending: end)]) == [.replaced])
        #expect(try await values().map(\.value) == [10.5])
    }

    @Test func `a station's own daily value is not overridden by its hours`() async throws {
        try await opened.keep([.sample(80)] + hours(24, from: midnight(of: today)))
        #expect(try await values() == [StationReading(allergen: "birch", day: today, value: 80, hours: nil)])
    }

    @Test func `a station's own daily value replaces the mean of its hours`() async throws {
        try await opened.keep(hours(24, from: midnight(of: today)))
        #expect(try await opened.keep([.sample(12.5)]) == [.replaced])
        #expect(
            try await values() == [StationReading(allergen: "birch", day: today, value: 12.5, hours: nil)])
    }

    @Test func `the hour that ends at midnight belongs to the day before`() async throws {
        try await opened.keep(hours(24, from: midnight(of: today)))
        let next = midnight(of: today.adding(days: 1)).addingTimeInterval(1)
        try await opened.keep([.hour(1_000, ending: next)])
        #expect(try await values().map(\.hours) == [24])
        #expect(try await values().map(\.day) == [today])
    }

    @Test(arguments: [(2020, 3, 29, 1.0, 23), (2020, 10, 25, 2.0, 25)])
    func `a day on which the clock changes has 23 or 25 hours`(
        year: Int, month: Int, number: Int, hoursAhead: Double, count: Int
    ) async throws {
        let day = try #require(CivilDate(year: year, month: month, day: number))
        // One hour more than the day has; it belongs to the next day.
        try await opened.keep(hours(count + 1, from: midnight(of: day, hoursAhead: hoursAhead)))
        let mean = Double(count + 1) / 2
        #expect(
            try await values() == [StationReading(allergen: "birch", day: day, value: mean, hours: count)])
    }

    @Test func `a day is that of the station's time zone`() async throws {
        // Half past noon in UTC is half past midnight of the next day in Fiji.
        let end = noon.addingTimeInterval(1_800)
        let days = try await opened.store.transact { transaction in
            try ["basel", "fiji"].map { station in
                try transaction.keep(.hour(1, ending: end, at: station), received: noon).day
            }
        }
        #expect(days == [today, today.adding(days: 1)])
    }
}
