package import Foundation

/// Instants in the local time of a zone, including days on which an hour is missing or occurs twice.
package struct LocalCalendar: Sendable {
    private let zone: TimeZone

    package init(_ zone: TimeZone) { self.zone = zone }

    /// The date at an instant.
    package func day(at instant: Date) -> CivilDate { CivilDate(at: instant, in: zone) }

    /// The beginning of a day: midnight, or its first moment where the clocks skip midnight.
    package func start(of day: CivilDate) -> Date { instant(of: LocalTime(hour: 0), on: day) }

    /// The instant at which clocks show a time on a day.
    ///
    /// A skipped time is moved later by the length of the gap. Of a time that occurs twice, the first is
    /// returned.
    package func instant(of time: LocalTime, on day: CivilDate) -> Date {
        let local = Double(day.daysSinceEpoch) * 86_400 + Double(time.minutes) * 60
        // A day before and a day after, any zone is on one side of a clock change or the other.
        let offsets = [-86_400.0, 86_400].map { shift in
            Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: local + shift)))
        }
        let candidates = offsets.map { Date(timeIntervalSince1970: local - $0) }
        let fitting = candidates.filter { candidate in
            candidate.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: candidate)) == local
        }
        return fitting.min() ?? candidates[0]
    }

    /// The next instant at which clocks show a time.
    package func next(_ time: LocalTime, after instant: Date) -> Date {
        var day = day(at: instant)
        while true {
            let candidate = self.instant(of: time, on: day)
            if candidate > instant { return candidate }
            day = day.adding(days: 1)
        }
    }
}
