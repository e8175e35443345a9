package import Allergens
import Forms

/// On which days of a study people answer, and at which hours: once a day at most, or once in each window of a day.
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
        /// On the day on which the person joined, and each so many days after it.
        case everyDaysFromJoining(Int)
        /// So many days after the person joined, and on that day itself for 0: from the earliest.
        case daysFromJoining([Int])
    }

    /// Hours on the clock at the wall, in minutes since midnight; the end is not one of them.
    package typealias Window = Range<Int>

    package static let daily = StudySchedule(.daily)
    /// How many days can be between two answers, or at an end of the study.
    package static let intervals = 2...90
    package static let spans = 1...90
    /// How many days after joining a person can be asked.
    package static let offsets = 0...1_000
    /// The most days after joining that are named one by one.
    package static let mostOffsets = 30
    /// The most windows of a day.
    package static let mostWindows = 2
    package static let minutesOfDay = 1_440
    package let rhythm: Rhythm
    /// The hours in which answers are given; none means all.
    package let windows: [Window]
    /// Whether an answer is wanted in each of several windows of a day.
    package let isForEachWindow: Bool

    package init(_ rhythm: Rhythm, windows: [Window] = []) {
        (self.rhythm, self.windows, isForEachWindow) = (rhythm, windows, false)
    }

    /// Makes a schedule with an answer in each window of a day; `nil` if it has fewer than two windows, or one answer for
    /// several days.
    ///
    /// - Parameters:
    ///   - rhythm: On which days.
    ///   - windows: The windows, from the earliest.
    package init?(_ rhythm: Rhythm, forEach windows: [Window]) {
        (self.rhythm, self.windows, isForEachWindow) = (rhythm, windows, true)
        guard windows.count > 1, !spansDays else { return nil }
    }

    /// Whether it has to be known whose answers are.
    ///
    /// So it is if an answer excludes others of further days. And if people are asked by when they joined, the day of an
    /// answer tells who can have given it.
    package var needsPeople: Bool { spansDays || countsFromJoining }

    /// Whether one answer is for several days.
    private var spansDays: Bool {
        switch rhythm {
        case .once, .ends: true
        case .daily, .everyDays, .weekdays, .everyDaysFromJoining, .daysFromJoining: false
        }
    }

    private var countsFromJoining: Bool {
        switch rhythm {
        case .everyDaysFromJoining, .daysFromJoining: true
        case .daily, .once, .everyDays, .weekdays, .ends: false
        }
    }

    /// The days within which one answer is taken, if a day is among them.
    ///
    /// - Parameters:
    ///   - day: A day where the participant is.
    ///   - term: The days of the study, and when the person joined.
    /// - Returns: The days; `nil` if the study does not ask on that day.
    package func span(of day: CivilDate, in term: StudyTerm) -> ClosedRange<CivilDate>? {
        let days = term.days
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
        case .everyDaysFromJoining(let interval):
            let since = day.daysSinceEpoch - term.start.daysSinceEpoch
            return since >= 0 && since.isMultiple(of: interval) ? day...day : nil
        case .daysFromJoining(let offsets):
            return offsets.contains(day.daysSinceEpoch - term.start.daysSinceEpoch) ? day...day : nil
        }
    }

    /// The first day after a day on which the study asks; `nil` if it does not ask any more.
    package func day(after day: CivilDate, in term: StudyTerm) -> CivilDate? {
        let days = term.days
        let first = max(day.adding(days: 1), countsFromJoining ? term.start : days.lowerBound)
        guard first <= days.upperBound else { return nil }
        // No two days on which a study asks are further apart, but for those that are found below.
        let near = (0..<Self.intervals.upperBound).lazy.map { first.adding(days: $0) }
        if let found = near.first(where: { span(of: $0, in: term) != nil }) { return found }
        switch rhythm {
        case .ends(let span): return max(first, days.upperBound.adding(days: 1 - span))
        case .daysFromJoining(let offsets):
            let later = offsets.lazy.map { term.start.adding(days: $0) }
            return later.first { $0 >= first && days.contains($0) }
        case .daily, .once, .everyDays, .weekdays, .everyDaysFromJoining: return nil
        }
    }

    /// Checks that the study asks at a moment where the participant is.
    ///
    /// - Throws: ``StudyRefusal``.
    func check(_ moment: FormMoment, in term: StudyTerm) throws(StudyRefusal) {
        guard span(of: moment.day, in: term) != nil
        else { throw .unscheduled(next: day(after: moment.day, in: term)) }
        guard asks(at: moment.minute) else { throw .closedHours(windows) }
    }

    /// The window for which an answer is given at a time of day, in minutes since midnight, from 1 on.
    ///
    /// - Returns: The number; `nil` where the day has one answer, and outside of all windows.
    package func window(at minute: Int) -> Int? {
        guard isForEachWindow else { return nil }
        return windows.firstIndex { $0.contains(minute) }.map { $0 + 1 }
    }

    /// Whether answers are given at a time of day, in minutes since midnight.
    func asks(at minute: Int) -> Bool { windows.isEmpty || windows.contains { $0.contains(minute) } }
}
