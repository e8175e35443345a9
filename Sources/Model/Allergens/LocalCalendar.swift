package import Foundation

/// Instants as the clocks and calendars of a time zone show them, days without an hour or with one twice included.
package struct LocalCalendar: Sendable {
    private let zone: TimeZone

    package init(_ zone: TimeZone) { self.zone = zone }

    /// The day that the calendar shows.
    package func day(at instant: Date) -> CivilDate { CivilDate(at: instant, in: zone) }

    /// When a day begins: at midnight, or at its first moment where the clocks skip midnight.
    package func start(of day: CivilDate) -> Date { instant(of: LocalTime(hour: 0), on: day) }

    /// When the clocks show a time on a day.
    ///
    /// A time that the clocks skip comes as much later as they skip; of a time that comes twice it is the first.
    package func instant(of time: LocalTime, on day: CivilDate) -> Date {
        let local = Double(day.daysSinceEpoch) * 86_400 + Double(time.minutes) * 60
        // A day before and after, every zone is on one side of a change or on the other.
        let offsets = [-86_400.0, 86_400].map { shift in
            Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: local + shift)))
        }
        let candidates = offsets.map { Date(timeIntervalSince1970: local - $0) }
        let fitting = candidates.filter { candidate in
            candidate.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: candidate)) == local
        }
        return fitting.min() ?? candidates[0]
    }

    /// The next moment after an instant at which the clocks show a time.
    package func next(_ time: LocalTime, after instant: Date) -> Date {
        var day = day(at: instant)
        while true {
            let candidate = self.instant(of: time, on: day)
            if candidate > instant { return candidate }
            day = day.adding(days: 1)
        }
    }
}
