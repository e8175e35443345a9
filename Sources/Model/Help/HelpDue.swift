package import Allergens
package import Foundation

/// What a reminder of something that is kept is about: as much as a message over the Internet may say.
package enum HelpMatter: String, CaseIterable, Codable, Sendable {
    /// It is time for a medicine.
    case intake
    /// No dose is noted yet for the day.
    case doses
    case appointment
    /// A stock is down to what its owner has named.
    case refill
    /// A medicine expires.
    case expiry
    /// An adrenaline injector expires.
    case injector
    /// The doctor's plan is to be looked at again.
    case review
}

/// Something that is to be said of a record at a moment.
package struct HelpDue: Hashable, Sendable {
    package let matter: HelpMatter
    /// When it is of no use any more.
    package let ends: Date
    /// The time in a medicine's plan, with its day; `nil` for everything else.
    package let slot: Slot?

    /// A time of a medicine's plan.
    package struct Slot: Hashable, Sendable {
        package let day: CivilDate
        package let time: LocalTime

        package init(day: CivilDate, time: LocalTime) { (self.day, self.time) = (day, time) }
    }

    package init(_ matter: HelpMatter, until ends: Date, slot: Slot? = nil) {
        (self.matter, self.ends, self.slot) = (matter, ends, slot)
    }
}

/// When things are said that have no time of their own.
///
/// The times are ours.
package enum HelpTimes {
    /// The local time at which people hear what expires or runs low.
    package static let morning = LocalTime(hour: 9)
    /// For how many seconds a time of a medicine or a dose is worth a reminder: an evening's reminder is of no
    /// use the next morning.
    package static let patience: TimeInterval = 3 * 3_600
    /// For how many seconds news of what expires or runs low is worth a message: two days.
    package static let newsPatience: TimeInterval = 2 * 86_400
    /// How many seconds "later" waits.
    package static let pause: TimeInterval = 3_600
}
