import Alerts
import Allergens
import Forms
import Foundation
import GRDB
import People
import SampleTesting
import Sealing
import Studies
import Testing

@testable import Storage

/// Reminders of studies: who gets one, when, and how many.
@Suite struct StudyReminderTests {
    private static let hour: TimeInterval = 3_600
    private static let day: TimeInterval = 86_400
    /// Noon of the first day, when everybody joins.
    private let begin = noon
    private let base: StudyStorageTests
    private let ledger: StudyReminderLedger
    private var store: SQLiteStore { base.store }
    private var anna: Account.ID { base.anna }

    init() async throws {
        base = try await StudyStorageTests()
        ledger = StudyReminderLedger(base.store, started: noon)
        for account in [base.anna, base.ben] {
            let url = try #require(URL(string: "https://example.org/\(account.rawValue)"))
            try await base.store.add(
                Channel(
                    account: account, target: .webhook(WebhookTarget(url: url, secrets: [.random()])),
                    created: noon))
        }
    }

    private func opened(
        _ mode: Study.Mode = .linked, after: Int = 2, most: Int = 3
    ) async throws -> Study.ID {
        let id = try await base.opened(mode)
        try await change(id, to: StudyReminders(after: after, most: most), at: begin)
        return id
    }

    private func change(_ id: Study.ID, to rule: StudyReminders?, at now: Date) async throws {
        _ = try await store.change(id, by: base.otto, at: now) { study in
            let former = study.settings
            let settings = StudySettings(
                mode: former.mode, k: former.k, target: former.target, days: former.days, reminders: rule)
            return (study.draft, try #require(settings))
        }
    }

    /// The accounts that are reminded at a time, after all is sent that is due.
    @discardableResult private func send(at now: Date) async throws -> [Int64] {
        var accounts: [Int64] = []
        let claim = try await ledger.claim(at: now, passing: [], limit: 99)
        for run in claim.runs {
            for line in run.lines {
                let prepared = try #require(try await ledger.prepare(run, line: line, at: now))
                guard case .reminder(let reminder) = prepared.content else {
                    try await ledger.record(prepared.acts, at: now)
                    continue
                }
                #expect(reminder.person == nil && reminder.urgency == .reminder)
                accounts.append(prepared.channel.account.rawValue)
                try await ledger.record([.begun(line), .tried(line, .sent)], at: now)
            }
        }
        return accounts.sorted()
    }

    /// The hours after the beginning at which somebody is reminded.
    private func hours(until end: Int, _ act: (Int) async throws -> Void = { _ in }) async throws -> [Int] {
        var found: [Int] = []
        for hour in 0...end {
            try await act(hour)
            if try await !send(at: begin + Double(hour) * Self.hour).isEmpty { found.append(hour) }
        }
        return found
    }

    @Test
    func `who does not answer is reminded in the evening every so many days, a bounded number of times`()
        async throws
    {
        let id = try await opened()
        try await base.join(id, anna)
        // Noon is at 12:00 UTC: 18:00 comes six hours later.
        #expect(try await hours(until: 9 * 24) == [54, 102, 150])
        let part = try #require(try await store.participations(of: anna, answers: 1, looks: 1).first)
        #expect(part.reminding == StudyReminding(isOn: true, sent: 3))
    }

    @Test func `an answer puts the next reminder off`() async throws {
        let id = try await opened()
        try await base.join(id, anna)
        let found = try await hours(until: 5 * 24) { hour in
            guard hour == 40 else { return }
            _ = try await store.answer(
                base.draft(daysAgo: -1), to: id, as: anna, at: begin + 40 * Self.hour)
        }
        #expect(found == [78])
    }

    /// The study began nine days ago, so that its 14th day is five days from now, as is the fifth from joining.
    @Test(arguments: [StudySchedule.Rhythm.everyDays(14), .daysFromJoining([5]), .everyDaysFromJoining(5)])
    func `a form is reminded of on the days on which it is asked, whatever else is answered`(
        rhythm: StudySchedule.Rhythm
    ) async throws {
        let id = try await opened()
        try await base.join(id, anna)
        var definition = FormDefinition(
            id: "rare", version: "1", title: ["en": "Rare"], languages: [.init(code: "en", name: "English")])
        definition.items = [FormItem(.text, "note")]
        let rare = StudyForm(
            try #require(StudyForm.Name(rawValue: "rare")), StudySchedule(rhythm), definition)
        _ = try await store.change(id, by: base.otto, at: begin) { study in
            var content = study.draft
            content.furtherForms = [rare]
            return (content, study.settings)
        }
        _ = try await store.act(.publish, on: id, by: base.otto, at: begin)
        try await store.agree(to: base.agreement(2), of: id, as: anna, at: begin)
        let answers = Set(stride(from: 0, to: 9 * 24, by: 24))
        let found = try await hours(until: 9 * 24) { hour in
            guard answers.contains(hour) else { return }
            _ = try await store.answer(
                base.draft(daysAgo: -hour / 24, version: 2), to: id, as: anna,
                at: begin + Double(hour) * Self.hour)
        }
        #expect(found == [5 * 24 + 6])
    }

    @Test func `an answer between raising and sending drops the reminder`() async throws {
        let id = try await opened()
        try await base.join(id, anna)
        try await send(at: begin)
        let evening = begin + 54 * Self.hour
        let claim = try await ledger.claim(at: evening, passing: [], limit: 9)
        _ = try await store.answer(base.draft(daysAgo: -2), to: id, as: anna, at: evening)
        let run = try #require(claim.runs.first)
        let prepared = try #require(try await ledger.prepare(run, line: run.lines[0], at: evening))
        #expect(prepared.content.lines.isEmpty && !prepared.acts.isEmpty)
    }

    @Test func `where answers belong to nobody, all are reminded alike`() async throws {
        let id = try await opened(.unlinked)
        try await base.join(id, anna)
        try await base.join(id, base.ben)
        try await send(at: begin)
        _ = try await store.answer(base.draft(daysAgo: -2), to: id, as: anna, at: begin + 50 * Self.hour)
        #expect(try await send(at: begin + 54 * Self.hour) == [anna, base.ben].map(\.rawValue).sorted())
    }

    @Test func `quiet hours of other reminders hold for these as well`() async throws {
        let id = try await opened()
        let quiet = QuietHours(from: LocalTime(hour: 17), until: LocalTime(hour: 9))
        _ = try await store.keep(
            ReminderPlan(isOn: false, times: [], quietHours: quiet), of: anna, at: begin)
        try await base.join(id, anna)
        #expect(try await hours(until: 4 * 24) == [69])
    }

    @Test func `who wants none gets none, also after joining again`() async throws {
        let id = try await opened()
        try await base.join(id, anna)
        try await store.remind(false, of: id, as: anna, at: begin)
        #expect(try await hours(until: 3 * 24) == [])
        try await store.withdraw(from: id, as: anna, erasing: false, at: begin)
        try await base.join(id, anna)
        #expect(try await hours(until: 3 * 24) == [])
        try await store.remind(true, of: id, as: anna, at: begin)
        try await send(at: begin)
        #expect(try await send(at: begin + 54 * Self.hour) == [anna.rawValue])
        await #expect(throws: StudyRefusal.unknown) {
            try await store.remind(false, of: id, as: base.ben, at: begin)
        }
    }

    @Test func `a link stops the reminders of its study without signing in`() async throws {
        let id = try await opened()
        try await base.join(id, anna)
        try await send(at: begin)
        let evening = begin + 54 * Self.hour
        let run = try #require(try await ledger.claim(at: evening, passing: [], limit: 9).runs.first)
        let prepared = try await ledger.prepare(run, line: run.lines[0], at: evening)
        guard case .reminder(let reminder)? = prepared?.content else {
            Issue.record("nothing is sent")
            return
        }
        #expect(try await store.studyReminders(opening: reminder.token)?.isOn == true)
        #expect(try await store.stopStudyReminders(opening: reminder.token, at: evening)?.isOn == false)
        #expect(try await store.studyReminders(opening: "none") == nil)
        #expect(try await hours(until: 9 * 24) == [])
    }

    @Test func `those who left, were made to leave, or whose study has ended are not reminded`() async throws
    {
        let (left, restricted, closed) = (try await opened(), try await opened(), try await opened())
        for id in [left, restricted, closed] { try await base.join(id, anna) }
        try await send(at: begin)
        try await store.withdraw(from: left, as: anna, erasing: false, at: begin)
        let people = try await store.invitations(of: restricted, for: base.otto, after: 0, limit: 9)
        try await store.restrict(people[0].number, of: restricted, by: base.otto, at: begin)
        _ = try await store.act(.close, on: closed, by: base.otto, at: begin)
        #expect(try await hours(until: 3 * 24) == [])
    }

    @Test func `who was made to leave is reminded again once that is lifted`() async throws {
        let id = try await opened()
        try await base.join(id, anna)
        let number = try #require(
            try await store.invitations(of: id, for: base.otto, after: 0, limit: 1).first
        ).number
        try await store.restrict(number, of: id, by: base.otto, at: begin)
        #expect(try await hours(until: 3 * 24) == [])
        let later = begin + 3 * Self.day
        try await store.setRestriction(false, of: number, in: id, at: later)
        // Each evening has its hour among these.
        var found: [Int64] = []
        for hour in 0...48 { found += try await send(at: later + Double(hour) * Self.hour) }
        #expect(found == [anna.rawValue])
    }

    @Test
    func
        `a reminder that nobody could send in time is passed over, and one without a channel does not count`()
        async throws
    {
        let id = try await opened()
        try await base.join(id, anna)
        try await send(at: begin)
        #expect(try await send(at: begin + 58 * Self.hour) == [])
        #expect(try await send(at: begin + 78 * Self.hour) == [anna.rawValue])
        let channel = try #require(try await store.channels(of: anna).first)
        _ = try await store.remove(channel.id, of: anna)
        #expect(try await send(at: begin + 126 * Self.hour) == [])
        let part = try #require(try await store.participations(of: anna, answers: 1, looks: 1).first)
        #expect(part.reminding.sent == 1)
    }

    @Test func `a new rule holds for all who take part, and reminders are forgotten after a month`()
        async throws
    {
        let id = try await base.opened()
        try await base.join(id, anna)
        #expect(try await hours(until: 3 * 24) == [])
        try await change(id, to: StudyReminders(after: 1, most: 1), at: begin + 72 * Self.hour)
        #expect(try await send(at: begin + 72 * Self.hour) == [])
        #expect(try await send(at: begin + 78 * Self.hour) == [anna.rawValue])
        let month = begin + 80 * Self.hour + Double(Retention.studyReminders.days) * Self.day
        #expect(try await store.forgetExpired(at: month)[.studyReminders] == 1)
        let part = try #require(try await store.participations(of: anna, answers: 1, looks: 1).first)
        #expect(part.reminding.sent == 1)
    }
}
