package import Allergens

/// One allergen's value at a station on a day, in the allergen's unit.
package struct DailyValue: Hashable, Sendable {
    package let day: CivilDate
    package let value: Double

    package init(day: CivilDate, value: Double) {
        self.day = day
        self.value = value
    }
}
