package import Allergens
import Forms

/// On which days of a study people answer, and at which hours: once a day at most.
package struct StudySchedule: Hashable, Sendable {
    /// On which days.
    package enum Rhythm: Hashable, Sendable {
        case daily
        /// Once in the whole study.
        case once
        /// On the first day of the study, and each so many days after it.
        case everyDays(Int)
        case weekdays(Set<Weekday>)
        /// Once within so many days at the beginning, and once within so many at the end.
        case ends(Int)
    }

    /// Hours on the clock at the wall, in minutes since midnight; the end is not one of them.
    package typealias Window = Range<Int>

    package static let daily = StudySchedule(.daily)
    /// How many days can be between two answers, or at an end of the study.
    package static let intervals = 2...90
    package static let spans = 1...90
    /// The most windows of a day.
    package static let mostWindows = 2
    package static let minutesOfDay = 1_440
    package let rhythm: Rhythm
    /// The hours in which answers are given; none means all.
    package let windows: [Window]

    package init(_ rhythm: Rhythm, windows: [Window] = []) { (self.rhythm, self.windows) = (rhythm, windows) }

    /// Whether an answer excludes others of further days, so that they have to be known to be one person's.
    package var needsPeople: Bool {
        switch rhythm {
        case .once, .ends: true
        case .daily, .everyDays, .weekdays: false
        }
    }

    /// The days within which one answer is taken, if a day is among them.
    ///
    /// - Parameters:
    ///   - day: A day where the participant is.
    ///   - days: The days of the study.
    /// - Returns: The days; `nil` if the study does not ask on that day.
    package func span(of day: CivilDate, in days: ClosedRange<CivilDate>) -> ClosedRange<CivilDate>? {
        guard days.contains(day) else { return nil }
        switch rhythm {
        case .daily: return day...day
        case .once: return days
        case .everyDays(let interval):
            let since = day.daysSinceEpoch - days.lowerBound.daysSinceEpoch
            return since.isMultiple(of: interval) ? day...day : nil
        case .weekdays(let weekdays): return weekdays.contains(Weekday(day)) ? day...day : nil
        case .ends(let span):
            let first = days.lowerBound...min(days.lowerBound.adding(days: span - 1), days.upperBound)
            guard !first.contains(day) else { return first }
            let last = max(days.upperBound.adding(days: 1 - span), days.lowerBound)
            return day >= last ? last...days.upperBound : nil
        }
    }

    /// The first day after a day on which the study asks; `nil` if it does not ask any more.
    package func day(after day: CivilDate, in days: ClosedRange<CivilDate>) -> CivilDate? {
        let first = max(day.adding(days: 1), days.lowerBound)
        guard first <= days.upperBound else { return nil }
        // No two days on which a study asks are further apart, but for the ends of a study.
        let near = (0..<Self.intervals.upperBound).lazy.map { first.adding(days: $0) }
        if let found = near.first(where: { span(of: $0, in: days) != nil }) { return found }
        guard case .ends(let span) = rhythm else { return nil }
        return max(first, days.upperBound.adding(days: 1 - span))
    }

    /// Checks that the study asks at a moment where the participant is.
    ///
    /// - Throws: ``StudyRefusal``.
    func check(_ moment: FormMoment, in days: ClosedRange<CivilDate>) throws(StudyRefusal) {
        guard span(of: moment.day, in: days) != nil
        else { throw .unscheduled(next: day(after: moment.day, in: days)) }
        guard asks(at: moment.minute) else { throw .closedHours(windows) }
    }

    /// Whether answers are given at a time of day, in minutes since midnight.
    func asks(at minute: Int) -> Bool { windows.isEmpty || windows.contains { $0.contains(minute) } }
}
