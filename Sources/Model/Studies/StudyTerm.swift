package import Allergens

/// The days on which a study can ask somebody who takes part.
package struct StudyTerm: Hashable, Sendable {
    /// The days of the study.
    package let days: ClosedRange<CivilDate>
    /// The day on which the person joined, where they were.
    package let joined: CivilDate

    package init(_ days: ClosedRange<CivilDate>, joined: CivilDate) {
        (self.days, self.joined) = (days, joined)
    }

    /// Day 0 of what is counted from joining: a study that has not begun asks nobody.
    package var start: CivilDate { max(joined, days.lowerBound) }
}
