import Alerts
import Allergens
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Plans of reminders, what was sent by them, and the answers.
    @Suite struct ReminderStorageTests {
        /// 18:00 in the usual time zone.
        private let evening = noon + 6 * 3_600

        private func plan(at hours: [Int] = [18]) -> ReminderPlan {
            ReminderPlan(
                isOn: true, times: hours.map { ReminderPlan.Time(LocalTime(hour: $0)) }, kinds: [.push])
        }

        /// Stores a reminder of today with a line in each of some states, and makes its secret.
        private func remind(
            _ account: Account.ID, in store: any RowStore, states: [String] = []
        ) async throws -> String {
            let due = Int64(evening.timeIntervalSince1970)
            return try await store.writeRows(locking: .nothing) { [keys = store.keys] runner in
                let number = try runner.insertedNumber(
                    """
                    INSERT INTO reminder (account, day, due)
                    VALUES (\(account.rawValue), \(today.daysSinceEpoch), \(due))
                    RETURNING number
                    """)
                for state in states {
                    try runner.run(
                        """
                        INSERT INTO reminderSending (reminder, kind, state)
                        VALUES (\(number), 'push', \(state))
                        """)
                }
                return try ReminderToken.diary.text(of: number, keys)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a plan is read back as it was, with when it is due`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let none = try await store.reminderPlan(of: anna)
            #expect(none.plan == ReminderPlan.none && none.due == nil)
            for next in [plan(at: [13]), plan()] {
                let due = try await store.keep(next, of: anna, at: noon)
                let kept = try await store.reminderPlan(of: anna)
                #expect(kept.plan == next && kept.due == due)
            }
            #expect(try await store.reminderPlan(of: anna).due == evening)
            _ = try await remind(anna, in: store)
            try await store.removeReminders(of: anna)
            #expect(try await store.reminderPlan(of: anna).plan == ReminderPlan.none)
            #expect(try await opened.count("reminder") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `reminders are listed with each of their lines, the newest first`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            _ = try await remind(anna, in: store, states: ["sent", "failed"])
            _ = try await remind(anna, in: store)
            _ = try await remind(ben, in: store, states: ["unknown"])
            let listed = try await store.reminders(of: anna, since: today)
            #expect(listed.map { $0.sendings.map(\.state) } == [[], [.sent, .failed]])
            #expect(listed.allSatisfy { $0.day == today && $0.due == evening && $0.answer == nil })
            #expect(try await store.reminders(of: anna, since: today.adding(days: 1)).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `an answer puts the next reminder off until the day is over, and the last one stands`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            _ = try await store.keep(plan(at: [18, 21]), of: anna, at: noon)
            let token = try await remind(anna, in: store, states: ["sent"])
            let link = try #require(try await store.reminder(opening: token, at: evening))
            #expect(link.day == today && !link.isOver && link.answer == nil)
            let later = try #require(try await store.answer(.later, opening: token, at: evening))
            let putOff = try #require(later.putOff)
            #expect(later.answer == .later && putOff > evening)
            #expect(try await store.reminderPlan(of: anna).due == putOff)
            let ended = try #require(try await store.answer(.notToday, opening: token, at: evening + 60))
            #expect(ended.answer == .notToday && ended.putOff == nil)
            #expect(try await store.reminderPlan(of: anna).due == noon + 9 * 3_600)
            let over = try await store.answer(.done, opening: token, at: noon + 86_400)
            #expect(over?.isOver == true)
            #expect(try await store.reminder(opening: token, at: evening)?.answer == .notToday)
            for guess in ["", "AAAAAAAAAAE", token + "AAAA"] {
                #expect(try await store.reminder(opening: guess, at: evening) == nil, "\(guess)")
                let answered = try await store.answer(Reminder.Answer.done, opening: guess, at: evening)
                #expect(answered == nil, "\(guess)")
            }
        }
    }
}
