package import Allergens
package import Diary
package import Observations

/// The days of a diary for somebody else's eyes, with what was in the air.
package struct DiarySummary: Sendable {
    package let days: ClosedRange<CivilDate>
    /// The entries of these days, the oldest first; none is empty.
    package let entries: [DiaryEntry]
    package let air: MeasuredAir
    /// The allergens whose air is told.
    package let allergens: [Allergen]

    package init(
        days: ClosedRange<CivilDate>, entries: [DiaryEntry], air: MeasuredAir, allergens: [Allergen]
    ) {
        self.days = days
        self.entries = entries
        self.air = air
        self.allergens = allergens
    }
}
