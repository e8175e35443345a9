import Allergens
import Foundation
import Help
import Testing

@Suite struct MedicineTests {
    private let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func medicine(
        at hours: [Int] = [8], days: PlannedDays = .all, until: CivilDate? = nil,
        stock: Medicine.Stock? = nil, expires: CivilDate? = nil, isPaused: Bool = false,
        reminds: Bool = true
    ) -> Medicine {
        Medicine(
            name: "Cetirizine", form: .tablet, strength: "10 mg",
            times: hours.map { .init(LocalTime(hour: $0), amount: "1") }, days: days, until: until,
            stock: stock, expires: expires, isPaused: isPaused, reminds: reminds)
    }

    @Test func `the next time follows weekdays, and days counted from one`() throws {
        let weekly = medicine(at: [8, 20], days: .weekdays([.monday, .friday]))
        // 6 April 2026 is a Monday; Zurich is two hours ahead.
        for (now, next) in [
            ("2026-04-06T05:00:00Z", "2026-04-06T06:00:00Z"),
            ("2026-04-06T06:00:00Z", "2026-04-06T18:00:00Z"),
            ("2026-04-06T18:00:00Z", "2026-04-10T06:00:00Z"),
        ] {
            #expect(try weekly.due(after: instant(now), in: zurich) == instant(next), "\(now)")
        }
        let third = medicine(days: .every(days: 3, from: try day("2026-04-06")), until: try day("2026-04-12"))
        for (now, next) in [
            ("2026-01-01T00:00:00Z", "2026-04-06T06:00:00Z"),
            ("2026-04-06T06:00:00Z", "2026-04-09T06:00:00Z"),
            ("2026-04-09T06:00:00Z", "2026-04-12T06:00:00Z"),
        ] {
            #expect(try third.due(after: instant(now), in: zurich) == instant(next), "\(now)")
        }
        #expect(try third.due(after: instant("2026-04-12T06:00:00Z"), in: zurich) == nil)
    }

    @Test func `the clocks of the person decide, when they change too`() throws {
        let night = Medicine(
            name: "X", form: .drops, times: [.init(try #require(LocalTime("02:30")), amount: "")])
        let gap = try instant("2026-03-29T01:30:00Z")
        #expect(try night.due(after: instant("2026-03-29T00:00:00Z"), in: zurich) == gap)
        #expect(night.matters(at: gap, in: zurich).map(\.slot?.time.text) == ["02:30"])
        let first = try instant("2026-10-25T00:30:00Z")
        #expect(try night.due(after: instant("2026-10-25T00:00:00Z"), in: zurich) == first)
        #expect(try night.due(after: first, in: zurich) == instant("2026-10-26T01:30:00Z"))
        let morning = medicine(days: .every(days: 2, from: try day("2026-03-28")))
        #expect(
            try morning.due(after: instant("2026-03-28T07:00:00Z"), in: zurich)
                == instant("2026-03-30T06:00:00Z"))
    }

    @Test func `what is paused, or not to be reminded of, is not due`() throws {
        let now = try instant("2026-04-06T05:00:00Z")
        #expect(medicine(isPaused: true).due(after: now, in: zurich) == nil)
        #expect(medicine(reminds: false).due(after: now, in: zurich) == nil)
        #expect(medicine(at: []).due(after: now, in: zurich) == nil)
        #expect(try medicine(isPaused: true).planned(on: day("2026-04-06")).isEmpty)
        #expect(try medicine(reminds: false).planned(on: day("2026-04-06")).count == 1)
    }

    @Test func `a low stock is told every third day at nine, and a full one never`() throws {
        let low = medicine(at: [], stock: .init(left: 500, perIntake: 100, warnAt: 500))
        let now = try instant("2026-04-06T05:00:00Z")
        let first = try #require(low.due(after: now, in: zurich))
        #expect(low.matters(at: first, in: zurich).map(\.matter) == [.refill])
        #expect(LocalTime(at: first, in: zurich) == LocalTime(hour: 9))
        #expect(low.due(after: first, in: zurich) == first.addingTimeInterval(3 * 86_400))
        let full = medicine(at: [], stock: .init(left: 501, perIntake: 100, warnAt: 500))
        #expect(full.due(after: now, in: zurich) == nil)
        #expect(
            medicine(at: [], stock: .init(left: 0, perIntake: 1, warnAt: nil)).due(after: now, in: zurich)
                == nil)
        #expect(low.stock?.adding(-700).left == 0)
    }

    @Test func `a reminder comes 30 and 7 days before the end of its month`() throws {
        let kept = medicine(at: [], expires: try day("2026-06-30"), isPaused: true)
        var (moment, days): (Date?, [String]) = (try instant("2026-01-01T00:00:00Z"), [])
        while let now = moment {
            moment = kept.due(after: now, in: zurich)
            if let moment {
                #expect(kept.matters(at: moment, in: zurich).map(\.matter) == [.expiry])
                days.append(CivilDate(at: moment, in: zurich).description)
            }
        }
        #expect(days == ["2026-05-31", "2026-06-23"])
    }

    @Test func `what falls together is told together`() throws {
        let kept = medicine(at: [9], expires: try day("2026-06-30"))
        let both = try instant("2026-05-31T07:00:00Z")
        #expect(Set(kept.matters(at: both, in: zurich).map(\.matter)) == [.intake, .expiry])
    }

    @Test func `an appointment stays at the time of its place`() throws {
        let visit = Appointment(
            title: "Allergist", day: try day("2026-04-10"), time: LocalTime(hour: 10), timeZone: zurich,
            reminders: [1_440, 60])
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let now = try instant("2026-04-08T00:00:00Z")
        let first = try instant("2026-04-09T08:00:00Z")
        #expect(visit.due(after: now, in: tokyo) == first && visit.due(after: now, in: zurich) == first)
        #expect(visit.due(after: first, in: tokyo) == visit.begins.addingTimeInterval(-3_600))
        #expect(visit.matters(at: first, in: tokyo).map(\.ends) == [visit.begins])
        #expect(visit.due(after: visit.begins, in: zurich) == nil)
    }

    @Test func `a dose is asked for at its times, not past the day`() throws {
        let reminder = DoseReminder(isOn: true, times: [LocalTime(hour: 23)], weekdays: [.monday])
        let first = try instant("2026-04-06T21:00:00Z")
        #expect(try reminder.due(after: instant("2026-04-01T00:00:00Z"), in: zurich) == first)
        #expect(try reminder.matters(at: first, in: zurich).map(\.ends) == [instant("2026-04-06T22:00:00Z")])
        #expect(DoseReminder(isOn: false, times: reminder.times).due(after: first, in: zurich) == nil)
    }

    @Test func `a record is written alike each time, and read back`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for days in [PlannedDays.weekdays([.friday, .monday]), .every(days: 3, from: try day("2026-04-06"))] {
            let bytes = try encoder.encode(medicine(days: days))
            #expect(try JSONDecoder().decode(Medicine.self, from: bytes) == medicine(days: days))
            #expect(try encoder.encode(medicine(days: days)) == bytes)
        }
    }
}
