package import Allergens

/// A value that is stored as suspect until its operator decides about it.
package struct SuspectValue: Hashable, Sendable {
    /// The identity of a value among those of a station.
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
    /// The limit below which the value was found to lie, or `nil` when it could be measured.
    package let detectionLimit: Double?
    package let suspicions: Suspicions

    package init(place: Place, value: Double, detectionLimit: Double?, suspicions: Suspicions) {
        self.place = place
        self.value = value
        self.detectionLimit = detectionLimit
        self.suspicions = suspicions
    }
}

/// A page of a station's suspect values, newest first, with the total number.
package struct SuspectPage: Sendable {
    package let values: [SuspectValue]
    /// The number of suspect values on all pages: of days, hours and three hours.
    package let total: Int
    /// The first to the last day of all suspect values; `nil` when there are none.
    package let days: ClosedRange<CivilDate>?
    /// The value after which the next page begins; `nil` on the last one.
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
    /// The permanent name of each doubt, for code that puts it into words: `outOfSeason`, `jump`, `stuck`,
    /// `declared`.
    package var keys: [String] {
        let names: [(Suspicions, String)] = [
            (.outOfSeason, "outOfSeason"), (.jump, "jump"), (.stuck, "stuck"), (.declared, "declared"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}

/// A suspect value of a whole day, with its station.
package struct SuspectDay: Hashable, Sendable {
    package let station: Station.ID
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    package let suspicions: Suspicions

    package init(station: Station.ID, day: CivilDate, value: Double, suspicions: Suspicions) {
        self.station = station
        self.day = day
        self.value = value
        self.suspicions = suspicions
    }
}
