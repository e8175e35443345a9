package import Allergens

/// The days on which something is planned.
package enum PlannedDays: Hashable, Sendable {
    /// The most days from one to the next: a year.
    package static let longest = 366

    /// Some days of every week; never none.
    case weekdays(Set<Weekday>)
    /// Every so many days, 1 to ``longest``, counted from a day.
    case every(days: Int, from: CivilDate)

    /// Every day.
    package static let all = PlannedDays.weekdays(Set(Weekday.allCases))

    /// The first planned day that is no earlier than a day.
    package func day(from day: CivilDate) -> CivilDate? {
        switch self {
        case .weekdays(let weekdays):
            return Weekday.allCases.indices.map { day.adding(days: $0) }.first {
                weekdays.contains(Weekday($0))
            }
        case .every(let days, let first):
            let passed = day.daysSinceEpoch - first.daysSinceEpoch
            guard passed > 0 else { return first }
            return day.adding(days: (days - passed % days) % days)
        }
    }
}

extension PlannedDays: Codable {
    private struct Content: Codable {
        var weekdays: [Weekday]?
        var days: Int?
        var from: CivilDate?
    }

    package init(from decoder: any Decoder) throws {
        let content = try Content(from: decoder)
        if let days = content.days, days > 0, let from = content.from {
            self = .every(days: days, from: from)
        } else {
            self = .weekdays(Set(content.weekdays ?? Weekday.allCases))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .weekdays(let weekdays):
            try Content(weekdays: Weekday.allCases.filter(weekdays.contains)).encode(to: encoder)
        case .every(let days, let from): try Content(days: days, from: from).encode(to: encoder)
        }
    }
}
