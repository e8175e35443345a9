import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct RevisionTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(zone: "UTC"), .sample("bern")])
    }

    private func keep(_ reading: Reading, by submitter: Submitter = .key("a1")) async throws -> Keeping {
        try await opened.store.transact { try $0.keep(reading, received: noon, by: submitter).keeping }
    }

    private func reading(
        _ value: Double, limit: Double? = nil, _ quality: ReadingQuality = .valid
    ) -> Reading {
        Reading(
            station: "basel", allergen: "birch", period: .day(today), value: value, detectionLimit: limit,
            quality: quality)
    }

    private var kept: StationReading? {
        get async throws {
            try await opened.store.readings(of: "basel", days: today...today).first
        }
    }

    @Test func `a correction records the former value, its author and its time`() async throws {
        #expect(try await keep(reading(80)) == .accepted)
        #expect(try await keep(reading(80)) == .unchanged)
        #expect(try await keep(reading(90), by: .feed("meteoswiss-daily")) == .replaced)
        #expect(try await keep(reading(1.5, limit: 3)) == .replaced)
        let revisions = try await opened.store.revisions(of: "basel", limit: 10)
        #expect(revisions.map(\.former.value) == [90, 80])
        #expect(revisions.map(\.current.value) == [1.5, 90])
        #expect(revisions.map(\.current.detectionLimit) == [3, nil])
        #expect(revisions.map(\.submitter) == [.key("a1"), .feed("meteoswiss-daily")])
        #expect(revisions.allSatisfy { $0.changed == noon && $0.period == .day(today) })
        #expect(try await opened.store.revisions(of: "bern", limit: 10).isEmpty)
        let second = try await opened.store.revisions(
            of: "basel", before: revisions[0].number, limit: 10)
        #expect(second.map(\.number) == [revisions[1].number])
    }

    @Test func `a measured half of the limit differs from a value below the limit`() async throws {
        _ = try await keep(reading(1.5, limit: 3))
        #expect(try await kept?.detectionLimit == 3)
        #expect(try await keep(reading(1.5)) == .replaced)
        #expect(try await kept?.detectionLimit == nil)
    }

    @Test func `suspect and dismissed values are stored but count for no map and no mean`() async throws {
        for quality in [ReadingQuality.suspect([.jump, .stuck]), .dismissed] {
            _ = try await keep(reading(80, quality))
            #expect(try await kept?.quality == quality)
            #expect(try await opened.store.newestValues(of: "birch", in: today...today).isEmpty)
            #expect(try await opened.store.peaks(in: today...today).isEmpty)
            try await opened.execute("DELETE FROM reading")
        }
        _ = try await keep(reading(80, .confirmed))
        #expect(try await opened.store.newestValues(of: "birch", in: today...today).map(\.value) == [80])
    }

    @Test func `a decision remains when the same value comes again`() async throws {
        _ = try await keep(reading(80, .suspect(.jump)))
        let outcome = try await opened.store.transact {
            try $0.decide(.confirmed, about: "birch", at: "basel", in: .day(today), by: .command, now: noon)
        }
        #expect(outcome?.isChanged == true)
        #expect(try await keep(reading(80, .suspect(.jump))) == .unchanged)
        #expect(try await kept?.quality == .confirmed)
        let again = try await opened.store.transact {
            try $0.decide(.confirmed, about: "birch", at: "basel", in: .day(today), by: .command, now: noon)
        }
        #expect(again?.isChanged == false)
        let none = try await opened.store.transact {
            try $0.decide(.confirmed, about: "ash", at: "basel", in: .day(today), by: .command, now: noon)
        }
        #expect(none == nil)
        let revision = try #require(try await opened.store.revisions(of: "basel", limit: 9).first)
        #expect(revision.former.quality == .suspect(.jump) && revision.current.quality == .confirmed)
        #expect(
            try await keep(reading(80, .suspect(.declared))) == .unchanged, "the operator's decision remains")
    }

    @Test
    func `a three-hour value counts as three hours in the mean of a day, except where hourly values exist`()
        async throws
    {
        let midnight = today.startInUTC
        let threes = (1...6).map { step in
            Reading(
                station: "basel", allergen: "birch",
                period: .threeHours(ending: midnight.addingTimeInterval(Double(step) * 10_800)), value: 30)
        }
        for reading in threes.dropLast() { _ = try await keep(reading) }
        #expect(try await kept == nil, "15 hours are no day")
        #expect(try await keep(threes[5]) == .accepted)
        #expect(try await kept == StationReading(allergen: "birch", day: today, value: 30, hours: 18))
        _ = try await keep(.hour(120, ending: midnight.addingTimeInterval(3_600)))
        #expect(try await kept == StationReading(allergen: "birch", day: today, value: 35, hours: 18))
        _ = try await keep(.hour(120, ending: midnight.addingTimeInterval(24 * 3_600)))
        #expect(try await kept?.hours == 19)
    }

    @Test func `a day loses its mean when too many of its hours are dismissed`() async throws {
        let midnight = today.startInUTC
        for hour in 1...18 {
            _ = try await keep(.hour(Double(hour), ending: midnight.addingTimeInterval(Double(hour) * 3_600)))
        }
        #expect(try await kept?.hours == 18)
        let end = midnight.addingTimeInterval(3_600)
        _ = try await opened.store.transact {
            try $0.decide(
                .dismissed, about: "birch", at: "basel", in: .hour(ending: end), by: .command, now: noon)
        }
        #expect(try await kept == nil)
    }

    @Test func `three-hour values and the hours inside them do not add up to a day`() async throws {
        let midnight = today.startInUTC
        for hour in 1...18 {
            _ = try await keep(.hour(Double(hour), ending: midnight.addingTimeInterval(Double(hour) * 3_600)))
        }
        for step in 1...4 {
            _ = try await keep(
                Reading(
                    station: "basel", allergen: "birch",
                    period: .threeHours(ending: midnight.addingTimeInterval(Double(step) * 10_800)), value: 30
                ))
        }
        #expect(try await kept?.hours == 18)
        for hour in 13...18 { try await dismissHour(hour) }
        #expect(try await kept == nil, "twelve hours are left, half of them covered twice")
    }

    @Test func `a decision about a mean does not apply to another mean`() async throws {
        let midnight = today.startInUTC
        for hour in 1...20 {
            _ = try await keep(.hour(80, ending: midnight.addingTimeInterval(Double(hour) * 3_600)))
        }
        _ = try await opened.store.transact {
            try $0.decide(.dismissed, about: "birch", at: "basel", in: .day(today), by: .command, now: noon)
        }
        #expect(try await kept?.quality == .dismissed)
        _ = try await keep(.hour(60, ending: midnight.addingTimeInterval(3_600)))
        let mean = try await kept
        #expect(mean?.quality == .valid && mean?.value == 79)
    }

    private func dismissHour(_ hour: Int) async throws {
        let end = today.startInUTC.addingTimeInterval(Double(hour) * 3_600)
        _ = try await opened.store.transact {
            try $0.decide(
                .dismissed, about: "birch", at: "basel", in: .hour(ending: end), by: .command, now: noon)
        }
    }

    @Test func `of two forecasts for a day the later one counts`() async throws {
        let tomorrow = today.adding(days: 1)
        func keep(_ value: Double, issued hours: Double?, received: Double = 0) async throws -> Keeping {
            let forecast = Forecast(
                station: "basel", allergen: "birch", day: tomorrow, value: value,
                issued: hours.map { noon.addingTimeInterval($0 * 3_600) })
            return try await opened.store.transact {
                try $0.keep(forecast, received: noon.addingTimeInterval(received * 3_600))
            }
        }
        #expect(try await keep(10, issued: -2) == .accepted)
        #expect(try await keep(20, issued: -3) == .unchanged, "an older forecast that arrives late")
        #expect(try await keep(30, issued: -1) == .replaced)
        #expect(try await keep(30, issued: 0) == .unchanged)
        #expect(try await keep(40, issued: nil, received: 1) == .replaced)
        let found = try await opened.store.forecasts(of: "basel", days: today...tomorrow)
        #expect(
            found == [
                StationForecast(
                    allergen: "birch", day: tomorrow, value: 40, issued: noon.addingTimeInterval(3_600))
            ])
    }

    @Test func `a note is stored for its day, and the last one counts`() async throws {
        #expect(StationNote(station: "basel", day: today, text: "Rain.\u{7}") == nil)
        // The rainbow flag is two characters, joined by one without width.
        for text in ["Rain, then 🏳️\u{200D}🌈.", "Rain, then sun."] {
            let note = try #require(StationNote(station: "basel", day: today, text: text))
            try await opened.store.transact { try $0.keep(note, received: noon) }
        }
        let notes = try await opened.store.notes(of: "basel", days: today...today)
        #expect(notes.map(\.text) == ["Rain, then sun."])
        #expect(try await opened.store.notes(of: "bern", days: today...today).isEmpty)
    }
}
