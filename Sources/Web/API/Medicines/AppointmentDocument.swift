import Allergens
import Foundation
import HTTP
import Help

/// An appointment, as it is sent and read.
struct AppointmentDocument: HelpDocument {
    static let members: Set = [
        "title", "place", "notes", "day", "time", "timeZone", "minutes", "reminders",
    ]
    static let name = "appointments"
    static let parameter = "appointment"
    /// The longest in minutes: a day.
    static let longest = 1_440

    let title: String
    let place: String?
    let notes: String?
    let day: String
    let time: String
    let timeZone: String
    let minutes: Int?
    let reminders: [Int]?

    init(_ appointment: Appointment) {
        (title, place, notes) = (appointment.title, appointment.place, appointment.notes)
        (day, time) = (appointment.day.description, appointment.time.text)
        timeZone = appointment.timeZone.identifier
        (minutes, reminders) = (appointment.minutes, appointment.reminders)
    }

    func checked() throws -> Appointment {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(title, within: 1...Appointment.textLength, at: "/title")
        mistakes.text(place ?? "", within: 0...Appointment.textLength, at: "/place")
        mistakes.text(notes ?? "", within: 0...Appointment.notesLength, at: "/notes", lines: true)
        let day = mistakes.day(day, at: "/day")
        let time = mistakes.time(time, at: "/time")
        let zone = mistakes.timeZone(timeZone, at: "/timeZone")
        if !(1...Self.longest).contains(minutes ?? 30) {
            mistakes.note("/minutes", "It takes 1 to \(Self.longest) minutes.")
        }
        let reminders = reminders ?? []
        if reminders.count > Appointment.remindersLimit {
            mistakes.note("/reminders", "There are at most \(Appointment.remindersLimit) reminders.")
        }
        for (place, minutes) in reminders.enumerated() where !(0...Appointment.earliest).contains(minutes) {
            mistakes.note(
                "/reminders/\(place)", "It is 0 to \(Appointment.earliest) minutes before the appointment.")
        }
        try mistakes.check()
        guard let day, let time, let zone else { preconditionFailure("what was checked has no mistakes") }
        return Appointment(
            title: title, place: place ?? "", notes: notes ?? "", day: day, time: time, timeZone: zone,
            minutes: minutes ?? 30, reminders: Set(reminders).sorted(by: >))
    }
}
