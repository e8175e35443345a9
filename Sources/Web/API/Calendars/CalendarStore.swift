package import Alerts
package import Foundation
package import People

/// Stores the addresses of people's calendars.
package protocol CalendarStore: Sendable {
    /// The address of an account's calendar, if it has one.
    func calendarAddress(of account: Account.ID) async throws -> CalendarAddress?
    /// Makes a new address; a former one opens nothing any more.
    func makeCalendarAddress(of account: Account.ID, at now: Date) async throws -> CalendarAddress
    /// Withdraws the address; `false` if there is none.
    func removeCalendarAddress(of account: Account.ID) async throws -> Bool
    /// What stands in the calendar that a secret opens; `nil` if it opens none.
    func calendar(opening secret: String, at now: Date) async throws -> PlannedCalendar?
}
