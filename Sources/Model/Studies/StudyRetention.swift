package import Allergens

/// On which days things happened to an invitation, and to how many on the same days.
package struct StudyCourse: Hashable, Sendable {
    package let made: CivilDate
    package let joined: CivilDate?
    package let left: CivilDate?
    package let restricted: CivilDate?
    package let people: Int

    package init(
        made: CivilDate, joined: CivilDate? = nil, left: CivilDate? = nil, restricted: CivilDate? = nil,
        people: Int = 1
    ) {
        (self.made, self.joined, self.left) = (made, joined, left)
        (self.restricted, self.people) = (restricted, people)
    }

    /// The status at the end of a day, or now.
    package func status(at day: CivilDate?) -> ParticipantStatus {
        func isPast(_ event: CivilDate?) -> Bool { event.map { day == nil || $0 <= (day ?? $0) } ?? false }
        if isPast(left) { return .withdrawn }
        if isPast(restricted) { return .restricted }
        return isPast(joined) ? .participating : .invited
    }
}

/// How many people stay in a study, week by week.
package struct StudyRetention: Hashable, Sendable {
    /// The numbers at the end of a week.
    package struct Week: Hashable, Sendable {
        /// Its Monday.
        package let monday: CivilDate
        package let counts: [ParticipantStatus: Int]
        /// How many people answered in it; `nil` where answers belong to nobody.
        package let answering: Int?
    }

    /// The longest span that is told, in weeks: ten years.
    private static let mostWeeks = 522
    package let weeks: [Week]
    /// What those agreed to who take part now, for each version that has optional points.
    package var options: [StudyOptionCount] = []

    /// Counts, from the week of the first invitation to that of today.
    ///
    /// - Parameters:
    ///   - courses: All of the study.
    ///   - answering: How many people answered, by the Monday of the week; `nil` where nobody can tell.
    ///   - today: The present day.
    package init(
        of courses: [StudyCourse], answering: [CivilDate: Int]?, until today: CivilDate
    ) {
        guard let first = courses.map(\.made).min() else {
            weeks = []
            return
        }
        let last = Self.monday(of: max(first, today))
        let begin = max(Self.monday(of: first), last.adding(days: -7 * (Self.mostWeeks - 1)))
        let days = stride(from: begin.daysSinceEpoch, through: last.daysSinceEpoch, by: 7)
        weeks = days.map { day in
            let monday = CivilDate(daysSinceEpoch: day)
            var counts: [ParticipantStatus: Int] = [:]
            let sunday = monday.adding(days: 6)
            for course in courses where course.made <= sunday {
                counts[course.status(at: sunday), default: 0] += course.people
            }
            return Week(
                monday: monday, counts: counts,
                answering: answering.map { $0[monday] ?? 0 })
        }
    }

    /// The Monday of a day's week.
    package static func monday(of day: CivilDate) -> CivilDate {
        // 1 January 1970 was a Thursday.
        let sinceMonday = ((day.daysSinceEpoch + 3) % 7 + 7) % 7
        return day.adding(days: -sinceMonday)
    }
}
