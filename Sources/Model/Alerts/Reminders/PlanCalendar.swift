package import Foundation
package import Help

/// The address at which calendar programs read somebody's plan and appointments.
package struct CalendarAddress: Hashable, Sendable {
    /// Opens the calendar without signing in.
    package let secret: String
    package let made: Date
    /// When it was last read, within an hour.
    package let read: Date?

    package init(secret: String, made: Date, read: Date?) {
        (self.secret, self.made, self.read) = (secret, made, read)
    }
}

/// What stands in such a calendar.
package struct PlannedCalendar: Sendable {
    package let medicines: [Kept<Medicine>]
    package let appointments: [Kept<Appointment>]
    /// Whose clocks the times of medicines are by.
    package let timeZone: TimeZone
    /// The person in care whose calendar it is; `nil` for the owner of the account.
    package let person: String?

    package init(
        medicines: [Kept<Medicine>], appointments: [Kept<Appointment>], timeZone: TimeZone, person: String?
    ) {
        (self.medicines, self.appointments) = (medicines, appointments)
        (self.timeZone, self.person) = (timeZone, person)
    }
}
