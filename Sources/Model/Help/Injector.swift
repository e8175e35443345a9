package import Allergens
package import Foundation

/// An adrenaline injector of a person: what it is, where it lies and when it expires.
package struct Injector: HelpRecord {
    package static let kind = HelpKind.injector
    /// Two at home, two at school, two in the bag, and some spare ones.
    package static let limit = 20
    /// The most characters of a name and of a place.
    package static let textLength = 120
    /// How many days before the end of its month the person is reminded.
    package static let warnings = [60, 30, 7]

    /// What it is, such as the name on its label.
    package let name: String
    /// Where it is kept.
    package let place: String
    /// The last day of the month in which it expires.
    package let expires: CivilDate

    package init(name: String, place: String, expires: CivilDate) {
        (self.name, self.place, self.expires) = (name, place, expires)
    }

    package func due(after now: Date, in zone: TimeZone) -> Date? {
        Self.warnings.map { time(before: $0, in: zone) }.filter { $0 > now }.min()
    }

    /// The days until it expires, if a person is reminded of it at a moment that ``due(after:in:)`` has given.
    package func warning(at due: Date, in zone: TimeZone) -> Int? {
        Self.warnings.first { time(before: $0, in: zone) == due }
    }

    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] {
        guard warning(at: due, in: zone) != nil else { return [] }
        return [HelpDue(.injector, until: due.addingTimeInterval(HelpTimes.newsPatience))]
    }

    private func time(before days: Int, in zone: TimeZone) -> Date {
        LocalCalendar(zone).instant(of: HelpTimes.morning, on: expires.adding(days: -days))
    }
}
