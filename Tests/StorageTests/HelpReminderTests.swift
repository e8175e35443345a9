import Alerts
import Allergens
import Foundation
import GRDB
import Help
import People
import SampleTesting
import Testing

@testable import Storage

/// Reminders of what is kept, from the record to the queue of an outbox.
///
/// The samples' noon is 12:00 UTC.
@Suite struct HelpReminderTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private let ledger: HelpReminderLedger
    private var store: SQLiteStore { opened.store }
    private let evening = noon.addingTimeInterval(6 * 3_600)

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        ledger = HelpReminderLedger(opened.store, started: noon)
    }

    private struct Doses: HelpDayPart {
        static let part = HelpPart.doses
        var isEmpty: Bool { false }
    }

    private func hook(_ path: String = "1") async throws {
        let url = try #require(URL(string: "https://example.org/\(path)"))
        try await store.add(
            Channel(
                account: anna, target: .webhook(WebhookTarget(url: url, secrets: [.random()])), created: noon)
        )
    }

    private func medicine(
        _ name: String = "Cetirizine", at hours: [Int] = [18], stock: Medicine.Stock? = nil
    ) -> Medicine {
        Medicine(
            name: name, form: .tablet, strength: "10 mg",
            times: hours.map { .init(LocalTime(hour: $0), amount: "1") }, stock: stock)
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

    private func sent(at time: Date) async throws -> [OutgoingReminder] {
        try await due(at: time).compactMap { sending in
            guard case .reminder(let reminder) = sending.content else { return nil }
            return reminder
        }
    }

    private func settle() async throws {
        try await opened.execute(
            "UPDATE helpReminderSending SET state = 'sent', due = NULL WHERE state = 'queued'")
    }

    private func recent() async throws -> [HelpReminder] {
        try await store.helpReminders(of: anna, since: noon.addingTimeInterval(-86_400))
    }

    private func stock(of id: HelpID) async throws -> Int? {
        try await store.records(Medicine.self, of: anna).first { $0.id == id }?.record.stock?.left
    }

    private func state(of id: HelpID, at hour: Int = 18) async throws -> Intakes.Entry? {
        try await store.helpDays(Intakes.self, of: anna, today...today).first?.part
            .entry(of: id, at: LocalTime(hour: hour))
    }

    @Test func `what is due together is told once for each channel, and then the next day`() async throws {
        try await hook("1")
        try await hook("2")
        let first = try await store.add(medicine(), to: anna, at: noon)
        let second = try await store.add(medicine("Nasal spray"), to: anna, at: noon)
        #expect(try await due(at: evening.addingTimeInterval(-1)).isEmpty)
        let told = try await sent(at: evening)
        #expect(told.count == 2 && Set(told.map(\.token)).count == 1)
        #expect(told.allSatisfy { $0.subject == .help(.intake) && $0.due == evening && $0.person == nil })
        #expect(Set(try await recent()[0].records) == [first.id, second.id])
        try await ledger.record(told.map { .tried($0.line, .delivered) }, at: evening)
        #expect(try await due(at: evening.addingTimeInterval(60)).isEmpty)
        #expect(try await sent(at: evening.addingTimeInterval(86_400)).count == 2)
        #expect(try await recent().last?.sendings.map(\.state) == [.delivered, .delivered])
    }

    @Test func `a reminder says nothing of what it is about outside of its seal`() async throws {
        try await hook()
        _ = try await store.add(medicine(), to: anna, at: noon)
        _ = try await sent(at: evening)
        let bytes = try await store.pool.read { database in
            try Data.fetchOne(database, sql: "SELECT sealed FROM helpReminder")
        }
        #expect(bytes?.range(of: Data("intake".utf8)) == nil)
    }

    @Test func `nothing is sent once it is noted, however late that is seen`() async throws {
        try await hook()
        let kept = try await store.add(medicine(), to: anna, at: noon)
        #expect(try await sent(at: evening).count == 1)
        let change = IntakeChange(medicine: kept.id, time: LocalTime(hour: 18), state: .taken)
        _ = try await store.note([change], on: today, of: anna, at: evening)
        let late = try await due(at: evening.addingTimeInterval(1))
        guard case .nothing = late.first?.content else { return #expect(Bool(false), "it would be sent") }
        try await ledger.record(late.flatMap(\.acts), at: evening)
        #expect(try await recent().flatMap(\.sendings).map(\.state) == [.dropped])
        let early = IntakeChange(medicine: kept.id, time: LocalTime(hour: 18), state: .skipped)
        let tomorrow = noon.addingTimeInterval(86_400)
        _ = try await store.note([early], on: today.adding(days: 1), of: anna, at: tomorrow)
        #expect(try await sent(at: evening.addingTimeInterval(86_400)).isEmpty)
    }

    @Test func `what cannot be sent is told with its reason`() async throws {
        _ = try await store.add(medicine(at: [14, 18]), to: anna, at: noon)
        #expect(try await due(at: noon.addingTimeInterval(2 * 3_600)).isEmpty)
        #expect(try await recent().map(\.omission) == [.noChannel])
        try await hook()
        #expect(try await due(at: evening.addingTimeInterval(HelpTimes.patience)).isEmpty)
        #expect(try await recent().map(\.omission) == [.tooLate, .noChannel])
        // After days without the service, each time that was missed is told, and none is sent.
        #expect(try await due(at: evening.addingTimeInterval(3 * 86_400 + 4 * 3_600)).isEmpty)
        let all = try await store.helpReminders(of: anna, since: noon)
        #expect(all.count == 8 && all.dropLast().allSatisfy { $0.omission == .tooLate })
    }

    @Test func `what was under way when the program ended is unknown, and never sent again`() async throws {
        try await hook()
        _ = try await store.add(medicine(), to: anna, at: noon)
        let line = try #require(try await sent(at: evening).first).line
        try await ledger.record([.begun(line)], at: evening)
        #expect(try await due(at: evening.addingTimeInterval(3_600)).isEmpty)
        #expect(try await ledger.expire(at: evening.addingTimeInterval(3_600)) == 1)
        #expect(try await recent().flatMap(\.sendings).map(\.state) == [.unknown])
    }

    @Test func `an answer notes all it is about, and the stock follows once`() async throws {
        try await hook()
        let stock = Medicine.Stock(left: 1_000, perIntake: 150, warnAt: nil)
        let kept = try await store.add(medicine(stock: stock), to: anna, at: noon)
        let token = try #require(try await sent(at: evening).first).token
        try await settle()
        for _ in 0..<2 {
            let link = try await store.answer(.taken, openingHelp: token, at: evening)
            #expect(link?.answer == .taken && link?.matter == .intake)
            #expect(try await self.stock(of: kept.id) == 850)
        }
        #expect(try await state(of: kept.id)?.source == .notification)
        _ = try await store.answer(.skipped, openingHelp: token, at: evening)
        #expect(try await self.stock(of: kept.id) == 1_000)
        let change = IntakeChange(medicine: kept.id, time: LocalTime(hour: 18), state: .taken)
        _ = try await store.note([change], on: today, of: anna, at: evening)
        _ = try await store.answer(.skipped, openingHelp: token, at: evening)
        #expect(try await state(of: kept.id)?.state == .taken, "what was said on the page stands")
        #expect(try await self.stock(of: kept.id) == 850)
        let over = try await store.answer(
            .skipped, openingHelp: token, at: evening.addingTimeInterval(86_400))
        #expect(over?.isOver == true)
        #expect(try await store.answer(.taken, openingHelp: token + "AAAA", at: evening) == nil)
        let diary = try ReminderToken.diary.text(of: 1, store.cipher.keys)
        #expect(try await store.helpReminder(opening: diary, at: evening) == nil)
    }

    @Test func `what is put off comes again in an hour, alone`() async throws {
        try await hook()
        let late = try await store.add(medicine(), to: anna, at: noon)
        _ = try await store.add(medicine("Other"), to: anna, at: noon)
        _ = try await sent(at: evening)
        try await settle()
        let change = IntakeChange(medicine: late.id, time: LocalTime(hour: 18), state: .later)
        _ = try await store.note([change], on: today, of: anna, at: evening.addingTimeInterval(600))
        let again = evening.addingTimeInterval(4_200)
        #expect(try await sent(at: again.addingTimeInterval(-1)).isEmpty)
        #expect(try await sent(at: again).map(\.due) == [again])
        #expect(try await recent()[0].records == [late.id])
        try await settle()
        #expect(try await sent(at: again.addingTimeInterval(7_200)).isEmpty)
    }

    @Test func `a stock is never less than nothing, and a correction puts back what was taken`() async throws
    {
        let stock = Medicine.Stock(left: 50, perIntake: 100, warnAt: nil)
        let kept = try await store.add(medicine(stock: stock), to: anna, at: noon)
        func note(_ state: Intakes.State?) async throws {
            let change = IntakeChange(medicine: kept.id, time: LocalTime(hour: 9), state: state)
            _ = try await store.note([change], on: today, of: anna, at: noon)
        }
        try await note(.taken)
        #expect(try await self.stock(of: kept.id) == 0)
        try await note(nil)
        #expect(try await self.stock(of: kept.id) == 50)
        #expect(try await store.helpDays(Intakes.self, of: anna, today...today).isEmpty)
    }

    @Test func `a day that has not begun anywhere, and a medicine of nobody, are refused`() async throws {
        let kept = try await store.add(medicine(), to: anna, at: noon)
        let change = IntakeChange(medicine: kept.id, time: LocalTime(hour: 18), state: .taken)
        await #expect(throws: IntakeRefusal.futureDay) {
            try await store.note([change], on: today.adding(days: 2), of: anna, at: noon)
        }
        let foreign = IntakeChange(medicine: .random(), time: LocalTime(hour: 18), state: .taken)
        await #expect(throws: IntakeRefusal.unknownMedicine(1)) {
            try await store.note([change, foreign], on: today, of: anna, at: noon)
        }
        #expect(try await state(of: kept.id) == nil)
        let ben = try await opened.account("ben")
        await #expect(throws: IntakeRefusal.unknownMedicine(0)) {
            try await store.note([change], on: today, of: ben, at: noon)
        }
    }

    @Test func `a dose is asked for until it is noted, and can be put off`() async throws {
        try await hook()
        let reminder = DoseReminder(isOn: true, times: [LocalTime(hour: 18), LocalTime(hour: 20)])
        _ = try await store.add(reminder, to: anna, at: noon)
        let told = try #require(try await sent(at: evening).first)
        #expect(told.subject == .help(.doses) && told.day == today)
        try await settle()
        _ = try await store.answer(.later, openingHelp: told.token, at: evening.addingTimeInterval(60))
        #expect(try await sent(at: evening.addingTimeInterval(3_660)).count == 1)
        try await settle()
        _ = try await store.change(Doses.self, of: anna, on: today) { _ in Doses() }
        #expect(try await sent(at: evening.addingTimeInterval(7_200)).isEmpty)
        #expect(try await sent(at: evening.addingTimeInterval(86_400)).count == 1)
    }

    @Test func `an appointment, an injector and a low stock are told by their urgency`() async throws {
        try await hook()
        let day = CivilDate(at: noon, in: .gmt).adding(days: 1)
        let visit = Appointment(
            title: "Allergist", day: day, time: LocalTime(hour: 18), timeZone: .gmt, reminders: [1_440])
        _ = try await store.add(visit, to: anna, at: noon)
        let told = try #require(try await sent(at: evening).first)
        #expect(told.subject == .help(.appointment) && told.urgency == .appointment)
        #expect(told.expires == evening.addingTimeInterval(86_400))
        try await settle()
        let pen = Injector(name: "Pen", place: "", expires: day.adding(days: 7))
        _ = try await store.add(pen, to: anna, at: evening)
        let morning = LocalCalendar(.gmt).instant(of: LocalTime(hour: 9), on: day)
        let gentle = try #require(try await sent(at: morning).first)
        #expect(gentle.subject == .help(.injector) && gentle.urgency == .gentle)
    }

    private func plan(reviewed day: CivilDate?) -> ActionPlan {
        ActionPlan(
            doctor: "Dr. Weber", written: nil, review: day, text: "Rest.",
            zones: .init(green: "", yellow: "", red: ""), call: "")
    }

    @Test func `the review of a plan is told two weeks before and on its day, by what is kept at last`()
        async throws
    {
        try await hook()
        let day = CivilDate(at: noon, in: .gmt).adding(days: 20)
        let kept = try await store.add(plan(reviewed: day.adding(days: 300)), to: anna, at: noon)
        _ = try await store.replace(kept.id, of: anna, by: plan(reviewed: day), at: noon)
        let calendar = LocalCalendar(.gmt)
        for days in [14, 0] {
            let morning = calendar.instant(of: LocalTime(hour: 9), on: day.adding(days: -days))
            #expect(try await sent(at: morning.addingTimeInterval(-1)).isEmpty)
            let told = try #require(try await sent(at: morning).first)
            #expect(told.subject == .help(.review) && told.urgency == .gentle && told.due == morning)
            try await settle()
        }
        #expect(try await sent(at: noon.addingTimeInterval(60 * 86_400)).isEmpty)
    }

    @Test func `a plan that was kept before reviews were told is told by the first look at it`() async throws
    {
        try await hook()
        let day = CivilDate(at: noon, in: .gmt).adding(days: 20)
        _ = try await store.add(plan(reviewed: day), to: anna, at: noon)
        try await opened.execute("UPDATE helpRecord SET due = NULL")
        try await opened.execute(Schema.planReviews)
        #expect(try await sent(at: noon).isEmpty)
        let morning = LocalCalendar(.gmt).instant(of: LocalTime(hour: 9), on: day)
        #expect(try await sent(at: morning).map(\.subject) == [.help(.review)])
    }

    @Test func `a part that is not offered reminds of nothing, and is not made up for later`() async throws {
        try await hook()
        _ = try await store.add(medicine(), to: anna, at: noon)
        let silent = HelpReminderLedger(store, started: noon, offering: [.plan])
        #expect(try await silent.claim(at: evening, passing: [], limit: 100).runs.isEmpty)
        #expect(try await sent(at: evening).isEmpty)
        #expect(try await recent().isEmpty)
        // What waits when the part is left out is not sent any more.
        let tomorrow = evening.addingTimeInterval(86_400)
        let run = try #require(try await ledger.claim(at: tomorrow, passing: [], limit: 100).runs.first)
        let late = try #require(try await silent.prepare(run, line: run.lines[0], at: tomorrow))
        guard case .nothing = late.content else { return #expect(Bool(false), "it would be sent") }
        #expect(try await sent(at: tomorrow).count == 1)
    }

    @Test func `a deleted record is not reminded of`() async throws {
        try await hook()
        let kept = try await store.add(medicine(), to: anna, at: noon)
        _ = try await sent(at: evening)
        #expect(try await store.remove(kept.id, of: anna, as: Medicine.self))
        #expect(try await sent(at: evening.addingTimeInterval(1)).isEmpty)
        #expect(try await store.answer(.taken, openingHelp: "AAAA", at: evening) == nil)
    }

    @Test func `a person's reminder goes over the guardian's channels and names the person`() async throws {
        try await hook()
        let details = try #require(Person.Details(name: "Mia"))
        let mia = try await store.addPerson(details, to: anna, at: noon)
        _ = try await store.add(medicine(), to: mia.account, at: noon)
        #expect(try await sent(at: evening).map { $0.person?.name } == ["Mia"])
    }

    @Test func `reminders follow the person to another time zone`() async throws {
        try await hook()
        _ = try await store.add(medicine(), to: anna, at: noon)
        var profile = Profile()
        profile.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        try await store.keep(profile, of: anna, at: noon)
        // 18:00 in Tokyo, nine hours ahead, has passed today.
        #expect(try await sent(at: evening).isEmpty)
        #expect(try await sent(at: noon.addingTimeInterval(21 * 3_600)).count == 1)
    }

    @Test func `what is withdrawn or old is deleted, and what is there is exported`() async throws {
        try await hook()
        _ = try await store.add(medicine(), to: anna, at: noon)
        _ = try await due(at: evening)
        #expect(try await store.helpHoldings(of: anna).reminders.map(\.matter) == [.intake])
        let month = evening.addingTimeInterval(Double(Retention.helpReminders.days) * 86_400)
        #expect(try await store.forgetExpired(at: month.addingTimeInterval(60))[.helpReminders] == 1)
        _ = try await due(at: month)
        try await store.removeHelp(of: anna)
        #expect(try await recent().isEmpty)
    }
}
