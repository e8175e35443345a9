package import Allergens
package import Foundation

/// What a doctor wrote down for a person, as the person has copied it; there is at most one.
///
/// Nothing of it is filled in, understood or judged by us.
package struct ActionPlan: HelpRecord {
    package static let kind = HelpKind.plan
    package static let limit = 1
    /// The most characters of the name of who wrote it.
    package static let doctorLength = 120
    /// The most characters of a text: a page.
    package static let textLength = 4_000
    /// The most characters of whom to call.
    package static let callLength = 400

    /// How many days before the day of its review the person is reminded: in time for an appointment, and on the day.
    package static let warnings = [14, 0]

    /// What to do in each zone, for plans that have three.
    package struct Zones: Codable, Hashable, Sendable {
        package let green: String
        package let yellow: String
        package let red: String

        package init(green: String, yellow: String, red: String) {
            (self.green, self.yellow, self.red) = (green, yellow, red)
        }
    }

    /// Who wrote it.
    package let doctor: String
    package let written: CivilDate?
    /// When it is to be looked at again.
    package let review: CivilDate?
    package let text: String
    package let zones: Zones
    /// Whom to call, with numbers.
    package let call: String

    package init(
        doctor: String, written: CivilDate?, review: CivilDate?, text: String, zones: Zones, call: String
    ) {
        (self.doctor, self.written, self.review) = (doctor, written, review)
        (self.text, self.zones, self.call) = (text, zones, call)
    }

    package func due(after now: Date, in zone: TimeZone) -> Date? {
        reviews(in: zone).filter { $0 > now }.min()
    }

    package func matters(at due: Date, in zone: TimeZone) -> [HelpDue] {
        guard reviews(in: zone).contains(due) else { return [] }
        return [HelpDue(.review, until: due.addingTimeInterval(HelpTimes.newsPatience))]
    }

    /// When the person is reminded of the review.
    private func reviews(in zone: TimeZone) -> [Date] {
        guard let review else { return [] }
        return Self.warnings.map { days in
            LocalCalendar(zone).instant(of: HelpTimes.morning, on: review.adding(days: -days))
        }
    }

    /// A plan in which nothing is written.
    package static let empty = ActionPlan(
        doctor: "", written: nil, review: nil, text: "", zones: Zones(green: "", yellow: "", red: ""),
        call: "")
}
