import Allergens
import Foundation
import Testing

@testable import Feeds

@Suite struct PullScheduleTests {
    private func schedule(_ text: String) throws -> PullSchedule {
        try JSONDecoder().decode(PullSchedule.self, from: Data(text.utf8))
    }

    private func daily(_ times: [String], _ zone: String) throws -> PullSchedule {
        let list = times.map { "\"\($0)\"" }.joined(separator: ", ")
        return try schedule(#"{"timeZone": "\#(zone)", "published": [\#(list)]}"#)
    }

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test(arguments: [
        // The clocks of Zurich go from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
        ("2026-03-28T10:59:59Z", "11:00", "2026-03-29T09:00:00Z"),
        ("2026-03-28T09:00:00Z", "11:00", "2026-03-28T10:00:00Z"),
        ("2026-03-28T12:00:00Z", "02:30", "2026-03-29T01:30:00Z"),
        ("2026-10-24T12:00:00Z", "02:30", "2026-10-25T00:30:00Z"),
        ("2026-10-25T00:30:00Z", "02:30", "2026-10-26T01:30:00Z"),
        ("2026-10-24T22:00:00Z", "00:00", "2026-10-25T23:00:00Z"),
        ("2026-12-31T23:30:00Z", "11:00", "2027-01-01T10:00:00Z"),
    ])
    func `a time of day follows the clocks of its zone`(
        after: String, time: String, expected: String
    ) throws {
        let schedule = try daily([time], "Europe/Zurich")
        let moment = schedule.next(after: try instant(after))
        #expect(moment == (try instant(expected)), "\(moment.formatted(.iso8601))")
        #expect(schedule.last(until: moment) == moment)
        #expect(schedule.last(until: moment.addingTimeInterval(-1)) <= (try instant(after)))
    }

    @Test(arguments: ["Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"])
    func `every moment is found from both sides, and none twice`(zone: String) throws {
        for schedule in [
            try daily(["00:00", "02:30", "11:00"], zone),
            try self.schedule(#"{"timeZone": "\#(zone)", "everyMinutes": 60}"#),
        ] {
            var moment = try instant("2026-01-01T00:00:00Z")
            for _ in 0..<1_200 {
                let next = schedule.next(after: moment)
                #expect(next > moment)
                #expect(schedule.last(until: next) == next)
                #expect(schedule.last(until: next.addingTimeInterval(-1)) <= moment)
                moment = next
            }
        }
    }

    @Test func `several times of day alternate`() throws {
        let schedule = try daily(["18:00", "06:30"], "UTC")
        #expect(
            schedule.next(after: try instant("2026-05-01T05:00:00Z")) == (try instant("2026-05-01T06:30:00Z"))
        )
        #expect(
            schedule.next(after: try instant("2026-05-01T06:30:00Z")) == (try instant("2026-05-01T18:00:00Z"))
        )
        #expect(
            schedule.next(after: try instant("2026-05-01T18:00:00Z")) == (try instant("2026-05-02T06:30:00Z"))
        )
    }

    @Test func `an interval starts at midnight UTC`() throws {
        let schedule = try schedule(#"{"timeZone": "Asia/Kolkata", "everyMinutes": 30}"#)
        #expect(
            schedule.next(after: try instant("2026-05-01T05:59:59Z")) == (try instant("2026-05-01T06:00:00Z"))
        )
        #expect(
            schedule.next(after: try instant("2026-05-01T06:00:00Z")) == (try instant("2026-05-01T06:30:00Z"))
        )
        #expect(
            schedule.last(until: try instant("2026-05-01T06:29:59Z")) == (try instant("2026-05-01T06:00:00Z"))
        )
    }

    @Test func `requests are spread over ten minutes, or over a fifth of a shorter interval`() throws {
        let now = try instant("2026-05-01T05:00:00Z")
        let daily = try daily(["06:00"], "UTC")
        #expect(daily.attempt(after: now, share: 0) == (try instant("2026-05-01T06:00:00Z")))
        #expect(daily.attempt(after: now, share: 1) == (try instant("2026-05-01T06:10:00Z")))
        let hourly = try schedule(#"{"timeZone": "UTC", "everyMinutes": 10}"#)
        #expect(hourly.attempt(after: now, share: 1) == (try instant("2026-05-01T05:12:00Z")))
    }

    @Test func `midnight belongs to the day that has ended`() throws {
        let schedule = try daily(["00:00", "12:00"], "Europe/Zurich")
        #expect(schedule.day(at: try instant("2026-05-01T22:00:00Z")) == CivilDate("2026-05-01"))
        #expect(schedule.day(at: try instant("2026-05-02T09:59:59Z")) == CivilDate("2026-05-01"))
        #expect(schedule.day(at: try instant("2026-05-02T10:00:00Z")) == CivilDate("2026-05-02"))
    }

    @Test func `a feed is stale after two missed publications, not counting one that is just due`() throws {
        let schedule = try daily(["00:00", "12:00"], "UTC")
        let success = try instant("2026-05-01T12:04:00Z")
        for (now, isStale) in [
            ("2026-05-01T12:05:00Z", false), ("2026-05-02T00:05:00Z", false), ("2026-05-02T11:59:00Z", false),
            ("2026-05-02T12:05:00Z", false), ("2026-05-02T12:10:00Z", true), ("2026-06-01T00:00:00Z", true),
        ] {
            #expect(schedule.isStale(success, at: try instant(now)) == isStale, "\(now)")
        }
    }

    @Test(arguments: [
        (#"{"timeZone": "Mars/Olympus", "published": ["06:00"]}"#, "Mars/Olympus"),
        (#"{"timeZone": "UTC"}"#, "either"),
        (#"{"timeZone": "UTC", "published": ["06:00"], "everyMinutes": 60}"#, "not both"),
        (#"{"timeZone": "UTC", "published": []}"#, "12:00"),
        (#"{"timeZone": "UTC", "published": ["6:00"]}"#, "12:00"),
        (#"{"timeZone": "UTC", "published": ["24:00"]}"#, "12:00"),
        (#"{"timeZone": "UTC", "published": ["06:00", "06:00"]}"#, "different"),
        (#"{"timeZone": "UTC", "everyMinutes": 4}"#, "5 to 720"),
        (#"{"timeZone": "UTC", "everyMinutes": 721}"#, "5 to 720"),
        (#"{"timeZone": "UTC", "every": 60}"#, "everyMinutes"),
    ])
    func `a wrong schedule is explained`(text: String, word: String) throws {
        let error = #expect(throws: DecodingError.self) { _ = try schedule(text) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains(word), "\(context.debugDescription)")
    }
}
