package import Allergens

/// A form as it stands with somebody who takes part: when it is asked, and when it was answered.
package struct StudyFormStanding: Sendable {
    package let schedule: StudySchedule
    /// The day of the latest answer; `nil` if there is none, and where answers belong to nobody.
    package let answered: CivilDate?

    package init(_ schedule: StudySchedule, answered: CivilDate?) {
        (self.schedule, self.answered) = (schedule, answered)
    }

    /// Whether an answer is wanted on a day that is not there.
    package func isDue(on day: CivilDate, in days: ClosedRange<CivilDate>) -> Bool {
        guard let span = schedule.span(of: day, in: days) else { return false }
        return answered.map { !span.contains($0) } ?? true
    }
}
