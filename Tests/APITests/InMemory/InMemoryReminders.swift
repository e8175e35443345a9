import Alerts
import Allergens
import Foundation
import People

@testable import API

/// The reminders of some accounts, none of which is ever due.
struct InMemoryReminders: ReminderStore {
    private let plans = Guarded<[Account.ID: ReminderPlan]>([:])

    func reminderPlan(of account: Account.ID) async throws -> (plan: ReminderPlan, due: Date?) {
        (plans.value[account] ?? .none, nil)
    }

    func keep(_ plan: ReminderPlan, of account: Account.ID, at now: Date) async throws -> Date? {
        plans.change { $0[account] = plan }
        return nil
    }

    func reminders(of account: Account.ID, since day: CivilDate) async throws -> [Reminder] { [] }
    func reminder(opening token: String, at now: Date) async throws -> ReminderLink? { nil }

    func answer(
        _ answer: Reminder.Answer, opening token: String, at now: Date
    ) async throws -> ReminderLink? { nil }
}
