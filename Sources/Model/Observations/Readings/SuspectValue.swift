package import Allergens

/// A value that is kept as suspect, for its operator to decide about.
package struct SuspectValue: Hashable, Sendable {
    /// Which of a station's values it is.
    package struct Place: Hashable, Sendable {
        package let allergen: Allergen.ID
        package let period: Reading.Period

        package init(allergen: Allergen.ID, period: Reading.Period) {
            self.allergen = allergen
            self.period = period
        }
    }

    package let place: Place
    /// The concentration in the allergen's unit.
    package let value: Double
    /// The limit that the value was found to lie below, or `nil` when it could be measured.
    package let detectionLimit: Double?
    package let suspicions: Suspicions

    package init(place: Place, value: Double, detectionLimit: Double?, suspicions: Suspicions) {
        self.place = place
        self.value = value
        self.detectionLimit = detectionLimit
        self.suspicions = suspicions
    }
}

/// A page of a station's suspect values, the newest first, and how many there are in all.
package struct SuspectPage: Sendable {
    package let values: [SuspectValue]
    /// The suspect values of all pages: those of days, of hours and of three hours.
    package let total: Int
    /// The days from the first to the last of all; `nil` when there is none.
    package let days: ClosedRange<CivilDate>?
    /// After which value the next page begins; `nil` on the last one.
    package let next: SuspectValue.Place?

    package init(
        values: [SuspectValue], total: Int, days: ClosedRange<CivilDate>?, next: SuspectValue.Place?
    ) {
        self.values = values
        self.total = total
        self.days = days
        self.next = next
    }
}

extension Suspicions {
    /// Each doubt by its permanent name, for whoever puts it into words: `outOfSeason`, `jump`, `stuck`, `declared`.
    package var keys: [String] {
        let names: [(Suspicions, String)] = [
            (.outOfSeason, "outOfSeason"), (.jump, "jump"), (.stuck, "stuck"), (.declared, "declared"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
