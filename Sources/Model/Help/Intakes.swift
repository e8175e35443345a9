package import Allergens
package import Foundation

/// What became of a day's medicines, as far as the person has said so.
///
/// What is missing is not known: it does not mean that nothing was taken.
package struct Intakes: HelpDayPart {
    package static let part = HelpPart.intakes
    /// The most of a day: more than all times of all medicines.
    package static let limit = Medicine.limit * Medicine.timesLimit

    package enum State: String, CaseIterable, Codable, Sendable {
        case taken
        /// To be reminded of again after ``HelpTimes/pause``.
        case later
        case skipped
    }

    /// From where it was said.
    package enum Source: String, CaseIterable, Codable, Sendable { case page, notification }

    /// One time of one medicine.
    package struct Entry: Codable, Hashable, Sendable {
        /// The identifier of the medicine, which may be gone.
        package let medicine: String
        /// The planned time; for what was not planned, the time at which it was taken.
        package let time: LocalTime
        package let state: State
        /// When it was taken, put off or skipped.
        package let at: Date
        package let source: Source
        /// The name and strength of the medicine by then.
        package let name: String
        package let strength: String
        /// The planned amount by then.
        package let amount: String
        /// What it took out of the stock, in hundredths of a unit, to be put back when it is corrected.
        package let used: Int

        package init(
            medicine: String, time: LocalTime, state: State, at: Date, source: Source, name: String,
            strength: String, amount: String, used: Int
        ) {
            (self.medicine, self.time, self.state, self.at) = (medicine, time, state, at)
            (self.source, self.name, self.strength) = (source, name, strength)
            (self.amount, self.used) = (amount, used)
        }
    }

    /// In the order of the day.
    package private(set) var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    package var isEmpty: Bool { entries.isEmpty }

    package func entry(of medicine: HelpID, at time: LocalTime) -> Entry? {
        entries.first { $0.medicine == medicine.rawValue && $0.time == time }
    }

    /// Puts an entry in the place of the former one of its medicine and time; `nil` leaves none.
    package mutating func set(_ entry: Entry?, of medicine: HelpID, at time: LocalTime) {
        entries.removeAll { $0.medicine == medicine.rawValue && $0.time == time }
        if let entry { entries.append(entry) }
        entries.sort { ($0.time, $0.medicine) < ($1.time, $1.medicine) }
    }
}

/// What a person says of one time of one medicine.
package struct IntakeChange: Hashable, Sendable {
    package let medicine: HelpID
    package let time: LocalTime
    /// `nil` takes back what was said.
    package let state: Intakes.State?
    /// When it was taken; `nil` stands for the present.
    package let at: Date?

    package init(medicine: HelpID, time: LocalTime, state: Intakes.State?, at: Date? = nil) {
        (self.medicine, self.time, self.state, self.at) = (medicine, time, state, at)
    }
}

/// Why nothing of a change was kept.
package enum IntakeRefusal: Error, Hashable, Sendable {
    /// The day has not begun anywhere.
    case futureDay
    /// The person has no such medicine, at this place of the list.
    case unknownMedicine(Int)
    /// The day holds the most that it can.
    case tooMany(limit: Int)
}
