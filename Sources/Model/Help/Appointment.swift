package import Allergens
package import Foundation

/// An appointment of a person, such as one with their doctor.
package struct Appointment: HelpRecord {
    package static let kind = HelpKind.appointment
    package static let limit = 200
    /// The most characters of a title and of a place.
    package static let textLength = 120
    /// The most characters of the notes.
    package static let notesLength = 2_000
    /// The most reminders of one.
    package static let remindersLimit = 5
    /// The longest time before it at which one is reminded, in minutes: four weeks.
    package static let earliest = 28 * 1_440

    package let title: String
    package let place: String
    package let notes: String
    package let day: CivilDate
    package let time: LocalTime
    /// Whose clocks show the time: it stays where it is when the person travels.
    package let timeZone: TimeZone
    /// How long it takes, in minutes.
    package let minutes: Int
    /// How many minutes before it the person is reminded.
    package let reminders: [Int]

    package init(
        title: String, place: String = "", notes: String = "", day: CivilDate, time: LocalTime,
        timeZone: TimeZone, minutes: Int = 30, reminders: [Int]
    ) {
        (self.title, self.place, self.notes) = (title, place, notes)
        (self.day, self.time, self.timeZone) = (day, time, timeZone)
        (self.minutes, self.reminders) = (minutes, reminders)
    }

    package var begins: Date { LocalCalendar(timeZone).instant(of: time, on: day) }

    private var moments: [Date] { reminders.map { begins.addingTimeInterval(-Double($0) * 60) } }

    package func due(after now: Date, in zone: TimeZone) -> Date? { moments.filter { $0 > now }.min() }

    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] {
        guard moments.contains(due) else { return [] }
        // At its beginning it is worth a message for as long as it takes.
        return [HelpDue(.appointment, until: max(begins, due.addingTimeInterval(Double(minutes) * 60)))]
    }
}
