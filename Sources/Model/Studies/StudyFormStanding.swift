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
    /// The day of the latest answer; `nil` if there is none, and where answers belong to nobody.
    package let answered: CivilDate?

    package init(_ schedule: StudySchedule, answered: CivilDate?) {
        (self.schedule, self.answered) = (schedule, answered)
    }

    /// What is wanted of the person at a moment where they are.
    package func state(at moment: FormMoment, in term: StudyTerm) -> State {
        guard schedule.span(of: moment.day, in: term) != nil else { return .later }
        guard isDue(on: moment.day, in: term) else { return .answered }
        return schedule.asks(at: moment.minute) ? .due : .hours
    }

    /// The first day on which another answer is wanted than that of a day; `nil` if there is none.
    package func next(after day: CivilDate, in term: StudyTerm) -> CivilDate? {
        schedule.day(after: schedule.span(of: day, in: term)?.upperBound ?? day, in: term)
    }

    /// Whether an answer is wanted on a day that is not there.
    package func isDue(on day: CivilDate, in term: StudyTerm) -> Bool {
        guard let span = schedule.span(of: day, in: term) else { return false }
        return answered.map { !span.contains($0) } ?? true
    }
}
