package import Alerts
package import Allergens
package import Foundation
package import Help
package import People

/// Stores what became of reminders of what people keep, and the answers to them.
package protocol HelpReminderStore: Sendable {
    /// The reminders of an account that were due since a moment, the newest first.
    func helpReminders(of account: Account.ID, since start: Date) async throws -> [HelpReminder]
    /// The reminder that a link opens; `nil` if it opens none.
    func helpReminder(opening token: String, at now: Date) async throws -> HelpReminderLink?
    /// Keeps the answer to a reminder, unless it is too late; the last of several stands.
    func answer(
        _ answer: Intakes.State, openingHelp token: String, at now: Date
    ) async throws -> HelpReminderLink?
}

/// Stores what became of the medicines of each day.
package protocol IntakeStore: Sendable {
    /// A part of each day on which it is noted, oldest first.
    func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)]
    /// Notes what became of medicines on a day.
    ///
    /// - Throws: ``IntakeRefusal``; then nothing has changed.
    func note(
        _ changes: [IntakeChange], on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> Intakes
}
