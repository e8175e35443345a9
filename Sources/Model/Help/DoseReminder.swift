package import Allergens
package import Foundation

/// When a person wants to be asked whether the day's dose is noted.
///
/// Nothing is sent once something is noted for that day.
package struct DoseReminder: HelpRecord {
    package static let kind = HelpKind.doseReminder
    package static let limit = 5

    /// Whether it is sent; its times stay while it is not.
    package let isOn: Bool
    /// In their order.
    package let times: [LocalTime]
    /// In their order.
    package let weekdays: [Weekday]

    package init(isOn: Bool, times: [LocalTime], weekdays: Set<Weekday> = Set(Weekday.allCases)) {
        (self.isOn, self.times) = (isOn, times)
        self.weekdays = Weekday.allCases.filter(weekdays.contains)
    }

    package func due(after now: Date, in zone: TimeZone) -> Date? {
        guard isOn else { return nil }
        let calendar = LocalCalendar(zone)
        let today = calendar.day(at: now)
        for day in (-1...Weekday.allCases.count).map({ today.adding(days: $0) })
        where weekdays.contains(Weekday(day)) {
            let moments = times.map { calendar.instant(of: $0, on: day) }
            if let next = moments.filter({ $0 > now }).min() { return next }
        }
        return nil
    }

    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] {
        guard isOn else { return [] }
        let start = LocalCalendar(zone).start(of: CivilDate(at: due, in: zone).adding(days: 1))
        return [HelpDue(.doses, until: min(due.addingTimeInterval(HelpTimes.patience), start))]
    }
}
