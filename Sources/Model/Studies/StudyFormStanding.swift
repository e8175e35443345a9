package import Allergens
package import Forms

/// A form as it stands with somebody who takes part: when it is asked, and when it was answered.
package struct StudyFormStanding: Sendable {
    /// What is wanted at a moment, as the pages tell it, too.
    package enum State: String, CaseIterable, Sendable, Codable {
        /// An answer.
        case due
        /// No answer: the one that this time allows is given.
        case answered
        /// An answer, at other hours of the day.
        case hours
        /// Nothing on this day.
        case later
    }

    package let schedule: StudySchedule
    /// The latest answer; `nil` if there is none, and where answers belong to nobody.
    private let latest: StudyLatestAnswer?

    package init(_ schedule: StudySchedule, latest: StudyLatestAnswer?) {
        (self.schedule, self.latest) = (schedule, latest)
    }

    /// The day of the latest answer.
    package var answered: CivilDate? { latest?.day }

    /// What is wanted of the person at a moment where they are.
    package func state(at moment: FormMoment, in term: StudyTerm) -> State {
        guard schedule.span(of: moment.day, in: term) != nil else { return .later }
        let isOpen = schedule.isForEachWindow ? isOpen(moment) : isDue(on: moment.day, in: term)
        guard isOpen else { return .answered }
        return schedule.asks(at: moment.minute) ? .due : .hours
    }

    /// The first day on which another answer is wanted than that of a day; `nil` if there is none.
    package func next(after day: CivilDate, in term: StudyTerm) -> CivilDate? {
        schedule.day(after: schedule.span(of: day, in: term)?.upperBound ?? day, in: term)
    }

    /// Whether an answer of a window is wanted that is not there: of the present one, or else of any of the day.
    private func isOpen(_ moment: FormMoment) -> Bool {
        guard let latest, latest.day == moment.day else { return true }
        // An answer from before the windows had one each is that of the day.
        guard !latest.windows.isEmpty else { return false }
        guard let window = schedule.window(at: moment.minute)
        else { return latest.windows.count < schedule.windows.count }
        return !latest.windows.contains(window)
    }

    /// Whether a day wants an answer and has none, in no window.
    package func isDue(on day: CivilDate, in term: StudyTerm) -> Bool {
        guard let span = schedule.span(of: day, in: term) else { return false }
        return answered.map { !span.contains($0) } ?? true
    }
}
