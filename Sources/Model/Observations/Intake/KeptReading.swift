package import Allergens

/// The outcome of storing a row.
package enum Keeping: Hashable, Sendable {
    case accepted, replaced, unchanged
}

/// The outcome of storing a reading, and the day at its station to which it belongs.
package struct KeptReading: Hashable, Sendable {
    package var keeping: Keeping
    package let day: CivilDate

    package init(keeping: Keeping, day: CivilDate) {
        self.keeping = keeping
        self.day = day
    }
}
