package import Allergens

/// An operator's decision about a stored value.
package struct ReadingDecision: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let period: Reading.Period
    /// Whether the operator confirms the value; otherwise it is dismissed.
    package let isConfirmed: Bool

    package init(allergen: Allergen.ID, period: Reading.Period, isConfirmed: Bool) {
        self.allergen = allergen
        self.period = period
        self.isConfirmed = isConfirmed
    }
}
