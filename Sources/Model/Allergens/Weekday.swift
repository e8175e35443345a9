/// A day of the week, Monday first (ISO 8601).
package enum Weekday: String, CaseIterable, Hashable, Sendable, Codable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The day of the week of a date.
    package init(_ day: CivilDate) {
        // 1 January 1970 was a Thursday.
        let sinceMonday = (day.daysSinceEpoch + 3) % 7
        self = Self.allCases[sinceMonday < 0 ? sinceMonday + 7 : sinceMonday]
    }
}
