package import Allergens

/// The day of somebody's latest answer to a form, and what was answered of it.
package struct StudyLatestAnswer: Hashable, Sendable {
    package let day: CivilDate
    /// The windows of that day with an answer, as ``StudyAnswer/window`` counts them; empty where the day has one answer.
    package let windows: Set<Int>

    package init(_ day: CivilDate, windows: Set<Int> = []) { (self.day, self.windows) = (day, windows) }

    /// The later one, or all windows if both are of one day.
    package func joined(with other: Self) -> Self {
        guard day == other.day else { return day > other.day ? self : other }
        return Self(day, windows: windows.union(other.windows))
    }
}
