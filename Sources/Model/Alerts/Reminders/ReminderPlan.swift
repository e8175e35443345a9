package import Allergens
package import Foundation

/// When somebody wants to be reminded of the diary.
package struct ReminderPlan: Hashable, Sendable {
    /// A time of day, and the days of the week on which it applies.
    package struct Time: Hashable, Sendable {
        package let time: LocalTime
        /// Never empty.
        package let weekdays: Set<Weekday>

        package init(_ time: LocalTime, on weekdays: Set<Weekday> = Set(Weekday.allCases)) {
            (self.time, self.weekdays) = (time, weekdays)
        }
    }

    /// The most times of a plan.
    package static let limit = 10
    /// How late a reminder may be sent, in seconds: an evening's reminder is of no use the next morning.
    package static let patience: TimeInterval = 3 * 3_600
    /// How long "later" waits, in seconds.
    package static let pause: TimeInterval = 3_600

    /// Whether any are sent; the times stay while none are.
    package let isOn: Bool
    package let times: [Time]
    /// The part of the day without reminders.
    package let quietHours: QuietHours?
    /// The kinds of channels that carry them.
    package let kinds: Set<Channel.Kind>

    package init(
        isOn: Bool, times: [Time], quietHours: QuietHours? = nil,
        kinds: Set<Channel.Kind> = Set(Channel.Kind.allCases)
    ) {
        self.isOn = isOn
        self.times = times
        self.quietHours = quietHours
        self.kinds = kinds
    }

    /// The plan of who has chosen nothing.
    package static let none = ReminderPlan(isOn: false, times: [])

    /// When the next reminder is due; `nil` if there is none.
    ///
    /// Where the clocks skip a time, it is due as much later as they skip. A time that occurs twice is due the
    /// first time.
    package func next(after instant: Date, in zone: TimeZone) -> Date? {
        guard isOn else { return nil }
        let calendar = LocalCalendar(zone)
        let today = calendar.day(at: instant)
        for day in (0...Weekday.allCases.count).map({ today.adding(days: $0) }) {
            let weekday = Weekday(day)
            let moments = times.filter { $0.weekdays.contains(weekday) }
                .map { calendar.instant(of: $0.time, on: day) }
            if let next = moments.filter({ $0 > instant }).min() { return next }
        }
        return nil
    }

    /// When a reminder is due that was put off; `nil` if the day ends before.
    package func putOff(at instant: Date, in zone: TimeZone) -> Date? {
        let calendar = LocalCalendar(zone)
        let later = instant.addingTimeInterval(Self.pause)
        let due =
            if let quietHours, quietHours.contains(LocalTime(at: later, in: zone)) {
                calendar.next(quietHours.until, after: later)
            } else {
                later
            }
        return calendar.day(at: due) == calendar.day(at: instant) ? due : nil
    }
}
