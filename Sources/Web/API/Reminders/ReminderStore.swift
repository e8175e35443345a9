package import Alerts
package import Allergens
package import Foundation
package import People

/// Stores when people want to be reminded, and what was sent.
package protocol ReminderStore: Sendable {
    /// The plan of an account, and when its next reminder is due, if any is.
    func reminderPlan(of account: Account.ID) async throws -> (plan: ReminderPlan, due: Date?)
    /// Keeps a plan in place of the former one.
    ///
    /// - Returns: When the next reminder is due, if any is.
    func keep(_ plan: ReminderPlan, of account: Account.ID, at now: Date) async throws -> Date?
    /// The reminders of an account from a day on, the newest first.
    func reminders(of account: Account.ID, since day: CivilDate) async throws -> [Reminder]
    /// The reminder that a link opens; `nil` if it opens none.
    func reminder(opening token: String, at now: Date) async throws -> ReminderLink?
    /// Keeps the answer to a reminder, unless its day is over; the last of several stands.
    func answer(_ answer: Reminder.Answer, opening token: String, at now: Date) async throws -> ReminderLink?
}
