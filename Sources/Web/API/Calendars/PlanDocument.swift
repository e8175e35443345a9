import Alerts
import Allergens
import Foundation
import HTTP
import Help

/// Somebody's plan and appointments as a calendar (RFC 5545).
///
/// A medicine has one event for each of its times, which repeats by the person's clocks; an appointment has one by
/// the clocks of its place.
struct PlanDocument {
    let calendar: PlannedCalendar
    let publisher: Publisher
    let now: Date

    /// How far ahead the changes of the clocks are stated, in seconds: ten years.
    private static let horizon: TimeInterval = 10 * 366 * 86_400
    private static let weekdays: [Weekday: String] = [
        .monday: "MO", .tuesday: "TU", .wednesday: "WE", .thursday: "TH", .friday: "FR", .saturday: "SA",
        .sunday: "SU",
    ]

    var text: String {
        let medicines = calendar.medicines.filter { !$0.record.isPaused }.flatMap(events)
        let appointments = calendar.appointments.flatMap(event)
        let name = calendar.person.map { "Breathe Easy: \($0)" } ?? "Breathe Easy"
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Breathe Easy//Plan//EN", "METHOD:PUBLISH",
            "NAME:\(ICalendar.escaped(name))", "X-WR-CALNAME:\(ICalendar.escaped(name))",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
        ]
        return ICalendar.document(head + zones + medicines + appointments + ["END:VCALENDAR"])
    }

    private var zones: [String] {
        let zones = Set([calendar.timeZone] + calendar.appointments.map(\.record.timeZone))
        let begins = calendar.appointments.map(\.record.begins) + calendar.medicines.map(\.changed) + [now]
        let firsts = calendar.medicines.compactMap { kept in
            first(of: kept).map(LocalCalendar(calendar.timeZone).start(of:))
        }
        let ends = calendar.appointments.map(\.record.begins) + firsts + [now]
        let start = (begins.min() ?? now).addingTimeInterval(-366 * 86_400)
        let end = (ends.max() ?? now).addingTimeInterval(Self.horizon)
        return zones.sorted { $0.identifier < $1.identifier }
            .flatMap { TimeZoneRules(zone: $0, span: start...end).lines }
    }

    private func events(of kept: Kept<Medicine>) -> [String] {
        let medicine = kept.record
        guard let first = first(of: kept) else { return [] }
        return medicine.times.flatMap { time in
            let title = [medicine.name, medicine.strength].filter { !$0.isEmpty }.joined(separator: " ")
            let about = [time.amount, medicine.reason, medicine.link ?? ""].filter { !$0.isEmpty }
            return event(
                "medicine-\(kept.id.rawValue)-\(time.time.text.replacing(":", with: ""))",
                at: (first, time.time, calendar.timeZone), changed: kept.changed,
                [
                    "RRULE:\(rule(of: medicine, at: time.time))", "DURATION:PT15M",
                    "SUMMARY:\(ICalendar.escaped(title))",
                    "DESCRIPTION:\(ICalendar.escaped(about.joined(separator: "\n")))", "TRANSP:TRANSPARENT",
                ])
        }
    }

    /// The first planned day since a medicine was kept as it is.
    private func first(of kept: Kept<Medicine>) -> CivilDate? {
        let changed = CivilDate(at: kept.changed, in: calendar.timeZone)
        guard let first = kept.record.days.day(from: changed) else { return nil }
        return kept.record.until.map { first <= $0 } ?? true ? first : nil
    }

    private func rule(of medicine: Medicine, at time: LocalTime) -> String {
        let until = medicine.until.map { last in
            // Beside a time zone the end is in UTC (RFC 5545, 3.3.10).
            ";UNTIL=\(ICalendar.time(LocalCalendar(calendar.timeZone).instant(of: time, on: last)))"
        }
        switch medicine.days {
        case .weekdays(let days):
            let names = Weekday.allCases.filter(days.contains).compactMap { Self.weekdays[$0] }
            return "FREQ=WEEKLY;BYDAY=\(names.joined(separator: ","))" + (until ?? "")
        case .every(let days, _): return "FREQ=DAILY;INTERVAL=\(days)" + (until ?? "")
        }
    }

    private func event(of kept: Kept<Appointment>) -> [String] {
        let appointment = kept.record
        var lines = [
            "DURATION:PT\(appointment.minutes)M", "SUMMARY:\(ICalendar.escaped(appointment.title))",
        ]
        if !appointment.place.isEmpty { lines.append("LOCATION:\(ICalendar.escaped(appointment.place))") }
        if !appointment.notes.isEmpty { lines.append("DESCRIPTION:\(ICalendar.escaped(appointment.notes))") }
        return event(
            "appointment-\(kept.id.rawValue)",
            at: (appointment.day, appointment.time, appointment.timeZone), changed: kept.changed, lines)
    }

    private func event(
        _ id: String, at start: (day: CivilDate, time: LocalTime, zone: TimeZone), changed: Date,
        _ lines: [String]
    ) -> [String] {
        let stamp = ICalendar.time(changed)
        return [
            "BEGIN:VEVENT", "UID:\(id)@\(publisher.sender.replacing("@", with: "."))", "DTSTAMP:\(stamp)",
            "LAST-MODIFIED:\(stamp)",
            "DTSTART;TZID=\(start.zone.identifier):\(ICalendar.time(start.time, on: start.day))",
        ] + lines + ["END:VEVENT"]
    }
}
