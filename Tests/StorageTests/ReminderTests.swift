import Alerts
import Allergens
import Diary
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct ReminderPlanTests {
    private let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func `the next reminder is at the next time on one of its weekdays`() throws {
        let evening = ReminderPlan.Time(LocalTime(hour: 20), on: [.monday, .friday])
        let plan = ReminderPlan(isOn: true, times: [evening, .init(LocalTime(hour: 8), on: [.tuesday])])
        // 6 April 2026 is a Monday.
        let due = [
            ("2026-04-06T10:00:00Z", "2026-04-06T18:00:00Z"),
            ("2026-04-06T18:00:00Z", "2026-04-07T06:00:00Z"),
            ("2026-04-07T06:00:00Z", "2026-04-10T18:00:00Z"),
            ("2026-04-10T18:30:00Z", "2026-04-13T18:00:00Z"),
        ]
        for (now, next) in due {
            #expect(try plan.next(after: instant(now), in: zurich) == instant(next), "\(now)")
        }
        #expect(ReminderPlan(isOn: false, times: [evening]).next(after: noon, in: zurich) == nil)
        #expect(ReminderPlan(isOn: true, times: []).next(after: noon, in: zurich) == nil)
    }

    @Test func `a skipped time comes as much later, and a repeated one once`() throws {
        let time = try #require(LocalTime("02:30"))
        let plan = ReminderPlan(isOn: true, times: [.init(time)])
        // The clocks go from 02:00 to 03:00 on 29 March, and from 03:00 back to 02:00 on 25 October 2026.
        #expect(
            try plan.next(after: instant("2026-03-29T00:00:00Z"), in: zurich)
                == instant("2026-03-29T01:30:00Z"))
        let first = try instant("2026-10-25T00:30:00Z")
        #expect(try plan.next(after: instant("2026-10-25T00:00:00Z"), in: zurich) == first)
        #expect(try plan.next(after: first, in: zurich) == instant("2026-10-26T01:30:00Z"))
    }

    @Test func `what is put off waits for the end of the quiet hours, and not for another day`() throws {
        let quiet = QuietHours(from: LocalTime(hour: 13), until: LocalTime(hour: 15))
        let plan = ReminderPlan(isOn: true, times: [.init(LocalTime(hour: 12))], quietHours: quiet)
        // Zurich is two hours ahead in April.
        #expect(
            try plan.putOff(at: instant("2026-04-06T10:05:00Z"), in: zurich)
                == instant("2026-04-06T13:00:00Z"))
        #expect(
            try plan.putOff(at: instant("2026-04-06T14:00:00Z"), in: zurich)
                == instant("2026-04-06T15:00:00Z"))
        #expect(try plan.putOff(at: instant("2026-04-06T21:30:00Z"), in: zurich) == nil)
    }

    @Test func `weekdays begin with Monday, before 1970 too`() throws {
        for (day, weekday) in [
            ("2026-11-23", Weekday.monday), ("1970-01-01", .thursday), ("1969-12-28", .sunday),
            ("1900-01-01", .monday),
        ] {
            #expect(Weekday(try #require(CivilDate(day))) == weekday)
        }
    }
}

/// Reminders from the plan to the queue of an outbox.
///
/// The samples' noon is 12:00 UTC.
@Suite struct ReminderStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private let ledger: ReminderLedger
    private var store: SQLiteStore { opened.store }
    private let evening = noon.addingTimeInterval(6 * 3_600)

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        ledger = ReminderLedger(opened.store, started: noon)
    }

    private func hook(_ kind: String = "1") async throws {
        let url = try #require(URL(string: "https://example.org/\(kind)"))
        try await store.add(
            Channel(
                account: anna, target: .webhook(WebhookTarget(url: url, secrets: [.random()])),
                rhythm: .digest, created: noon))
    }

    private func plan(
        at hours: [Int] = [18], on isOn: Bool = true, kinds: Set<Channel.Kind> = Set(Channel.Kind.allCases)
    ) -> ReminderPlan {
        ReminderPlan(
            isOn: isOn, times: hours.map { .init(LocalTime(hour: $0)) },
            quietHours: QuietHours(from: LocalTime(hour: 22), until: LocalTime(hour: 7)), kinds: kinds)
    }

    /// What an outbox would send at a time.
    private func due(at time: Date) async throws -> [PreparedSending] {
        let claim = try await ledger.claim(at: time, passing: [], limit: 100)
        var all: [PreparedSending] = []
        for run in claim.runs {
            for line in run.lines {
                if let sending = try await ledger.prepare(run, line: line, at: time) { all.append(sending) }
            }
        }
        return all
    }

    private func reminders(at time: Date) async throws -> [OutgoingReminder] {
        try await due(at: time).compactMap { sending in
            guard case .reminder(let reminder) = sending.content else { return nil }
            return reminder
        }
    }

    private func note(of account: Account.ID) async throws {
        let change = DiaryChange(said: noon, values: [.question(.feeling): .number(1)], arrived: noon)
        _ = try await store.merge(change, on: today, of: account, at: noon)
    }

    @Test func `a plan is read back, sealed, and says when it is due`() async throws {
        #expect(try await store.reminderPlan(of: anna).plan == .none)
        let wanted = ReminderPlan(
            isOn: true, times: [.init(LocalTime(hour: 18), on: [.init(today)]), .init(LocalTime(hour: 9))],
            quietHours: QuietHours(from: LocalTime(hour: 22), until: LocalTime(hour: 7)), kinds: [.push])
        #expect(try await store.keep(wanted, of: anna, at: noon) == evening)
        let kept = try await store.reminderPlan(of: anna)
        #expect(kept.plan == wanted && kept.due == evening)
        #expect(try await store.keep(plan(on: false), of: anna, at: noon) == nil)
        #expect(try await store.reminderPlan(of: anna).plan == plan(on: false))
    }

    @Test func `a reminder is due once for each channel, and then the next day`() async throws {
        try await hook("1")
        try await hook("2")
        _ = try await store.keep(plan(), of: anna, at: noon)
        #expect(try await due(at: evening.addingTimeInterval(-1)).isEmpty)
        let first = try await reminders(at: evening)
        #expect(first.count == 2 && Set(first.map(\.token)).count == 1)
        #expect(first.allSatisfy { $0.day == today && $0.due == evening && $0.person == nil })
        #expect(try await reminders(at: evening.addingTimeInterval(5)).count == 2)
        try await ledger.record(first.map { .tried($0.line, .delivered) }, at: evening)
        #expect(try await due(at: evening.addingTimeInterval(60)).isEmpty)
        #expect(try await reminders(at: evening.addingTimeInterval(86_400)).count == 2)
        let told = try await store.reminders(of: anna, since: today)
        #expect(told.count == 2 && told.last?.sendings.map(\.state) == [.delivered, .delivered])
    }

    @Test func `nothing is sent when the day is noted, however late that is seen`() async throws {
        try await hook()
        _ = try await store.keep(plan(at: [17, 18]), of: anna, at: noon)
        let first = try await reminders(at: evening.addingTimeInterval(-3_600))
        #expect(first.count == 1)
        try await note(of: anna)
        let late = try await due(at: evening.addingTimeInterval(-3_599))
        #expect(late.count == 1)
        guard case .nothing = late.first?.content else { return #expect(Bool(false), "it would be sent") }
        try await ledger.record(late.flatMap(\.acts), at: evening)
        #expect(try await due(at: evening).isEmpty)
        #expect(
            try await store.reminders(of: anna, since: today).flatMap(\.sendings).map(\.state) == [.dropped])
    }

    @Test func `what was under way when the program ended is unknown, and never sent again`() async throws {
        try await hook()
        _ = try await store.keep(plan(), of: anna, at: noon)
        let line = try #require(try await reminders(at: evening).first).line
        try await ledger.record([.begun(line)], at: evening)
        #expect(try await due(at: evening.addingTimeInterval(3_600)).isEmpty)
        #expect(try await ledger.expire(at: evening.addingTimeInterval(60)) == 0)
        #expect(try await ledger.expire(at: evening.addingTimeInterval(3_600)) == 1)
        #expect(
            try await store.reminders(of: anna, since: today).flatMap(\.sendings).map(\.state) == [.unknown])
        try await ledger.record([.tried(line, .delivered)], at: evening)
        #expect(
            try await store.reminders(of: anna, since: today).flatMap(\.sendings).map(\.state) == [.delivered]
        )
    }

    @Test func `a failed message is tried again until it is too old`() async throws {
        try await hook()
        _ = try await store.keep(plan(), of: anna, at: noon)
        let line = try #require(try await reminders(at: evening).first).line
        let again = evening.addingTimeInterval(60)
        try await ledger.record([.begun(line), .again(line, due: again)], at: evening)
        #expect(try await due(at: evening.addingTimeInterval(30)).isEmpty)
        #expect(try await reminders(at: again).map(\.attempts) == [1])
        let end = evening.addingTimeInterval(ReminderPlan.patience + 61)
        #expect(try await ledger.expire(at: end) == 1)
        #expect(
            try await store.reminders(of: anna, since: today).flatMap(\.sendings).map(\.state) == [.failed])
    }

    @Test func `what cannot be sent is told, not hidden`() async throws {
        _ = try await store.keep(plan(), of: anna, at: noon)
        #expect(try await due(at: evening).isEmpty)
        #expect(try await store.reminders(of: anna, since: today).map(\.omission) == [.noChannel])
        try await hook()
        let late = evening.addingTimeInterval(86_400 + ReminderPlan.patience + 1)
        #expect(try await due(at: late).isEmpty)
        #expect(try await store.reminders(of: anna, since: today).map(\.omission) == [.tooLate, .noChannel])
        _ = try await store.keep(plan(kinds: [.push]), of: anna, at: late)
        #expect(try await due(at: evening.addingTimeInterval(2 * 86_400)).isEmpty)
        #expect(try await store.reminders(of: anna, since: today).first?.omission == .noChannel)
    }

    @Test func `of several times that were missed, one is sent`() async throws {
        try await hook()
        _ = try await store.keep(plan(at: [13, 16, 17, 18]), of: anna, at: noon)
        let sent = try await reminders(at: evening.addingTimeInterval(1_200))
        #expect(sent.map(\.due) == [evening])
        #expect(try await store.reminderPlan(of: anna).due == noon.addingTimeInterval(25 * 3_600))
    }

    @Test func `an answer ends or puts off the day's reminders`() async throws {
        try await hook()
        _ = try await store.keep(plan(at: [18, 21]), of: anna, at: noon)
        let token = try #require(try await reminders(at: evening).first).token
        try await opened.execute("UPDATE reminderSending SET state = 'sent', due = NULL")
        let later = try await store.answer(.later, opening: token, at: evening.addingTimeInterval(60))
        #expect(later?.putOff == evening.addingTimeInterval(3_660))
        #expect(try await reminders(at: evening.addingTimeInterval(3_660)).count == 1)
        let ended = try await store.answer(.notToday, opening: token, at: evening.addingTimeInterval(3_700))
        #expect(ended?.answer == .notToday && ended?.putOff == nil)
        let night = evening.addingTimeInterval(3 * 3_600)
        #expect(try await reminders(at: night).isEmpty)
        #expect(try await store.reminder(opening: token, at: night)?.isOver == false)
        let tomorrow = noon.addingTimeInterval(86_400)
        #expect(try await store.answer(.later, opening: token, at: tomorrow)?.isOver == true)
        #expect(try await store.reminder(opening: token, at: night)?.answer == .notToday)
        #expect(try await reminders(at: evening.addingTimeInterval(86_400)).count == 1)
    }

    @Test func `nobody answers a reminder without its secret`() async throws {
        try await hook()
        _ = try await store.keep(plan(), of: anna, at: noon)
        let token = try #require(try await reminders(at: evening).first).token
        let changed = token.dropLast() + (token.hasSuffix("A") ? "B" : "A")
        let bytes = Data(repeating: 0, count: 8)
        for guess in ["", "1", "AAAAAAAAAAE", String(changed), token + "AAAA", bytes.base64EncodedString()] {
            #expect(try await store.reminder(opening: guess, at: evening) == nil, "\(guess)")
            #expect(try await store.answer(.done, opening: guess, at: evening) == nil)
        }
        #expect(try await store.reminders(of: anna, since: today).allSatisfy { $0.answer == nil })
    }

    @Test func `a person's reminder goes over the guardian's channels and names the person`() async throws {
        try await hook()
        let details = try #require(Person.Details(name: "Mia"))
        let mia = try await store.addPerson(details, to: anna, at: noon)
        _ = try await store.keep(plan(), of: mia.account, at: noon)
        try await note(of: anna)
        #expect(try await reminders(at: evening).map { $0.person?.name } == ["Mia"])
        #expect(try await store.reminders(of: anna, since: today).isEmpty)
    }

    @Test func `reminders follow the person to another time zone`() async throws {
        try await hook()
        _ = try await store.keep(plan(), of: anna, at: noon)
        var profile = Profile()
        profile.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        try await store.keep(profile, of: anna, at: noon)
        // 18:00 in Tokyo, nine hours ahead, has passed today.
        #expect(try await store.reminderPlan(of: anna).due == noon.addingTimeInterval(21 * 3_600))
    }

    @Test func `what is withdrawn or old is deleted`() async throws {
        try await hook()
        _ = try await store.keep(plan(), of: anna, at: noon)
        _ = try await due(at: evening)
        let month = evening.addingTimeInterval(Double(Retention.reminders.days) * 86_400)
        #expect(try await store.forgetExpired(at: month.addingTimeInterval(-60))[.reminders] == nil)
        #expect(try await store.forgetExpired(at: month.addingTimeInterval(60))[.reminders] == 1)
        try await store.removeReminders(of: anna)
        #expect(try await store.reminderPlan(of: anna).plan == .none)
    }
}
