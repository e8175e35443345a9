package import Foundation

/// A dose that a clinic has prescribed.
package struct Dosage: HelpRecord {
    package static let kind = HelpKind.dosage
    /// Several allergens with many steps each.
    package static let limit = 200
    /// The most characters of a name, and of a unit.
    package static let (nameLength, unitLength) = (60, 20)
    /// The most characters of a note.
    package static let notesLength = 1_000
    /// The highest amount, and the most digits after the decimal point.
    package static let (mostAmount, mostDigits) = (Decimal(1_000_000), 4)

    /// How a dose is given.
    package enum Route: String, CaseIterable, Codable, Sendable {
        case oral, sublingual, subcutaneous
    }

    package let allergen: TreatedAllergen
    /// Unique among those of the allergen.
    package let name: String
    package let amount: Decimal
    /// Such as `mg`, or `drops`.
    package let unit: String
    package let route: Route
    package let notes: String
    /// Whether it is the one that is given at present; at most one of an allergen is.
    package let isCurrent: Bool
    /// Whether the person wants to see the half of it beside it.
    package let hasHalf: Bool

    package init(
        allergen: TreatedAllergen, name: String, amount: Decimal, unit: String, route: Route, notes: String,
        isCurrent: Bool, hasHalf: Bool
    ) {
        (self.allergen, self.name, self.amount, self.unit) = (allergen, name, amount, unit)
        (self.route, self.notes, self.isCurrent, self.hasHalf) = (route, notes, isCurrent, hasHalf)
    }

    /// The half of it, if the person wants to see it.
    package var halfAmount: Decimal? { hasHalf ? amount / 2 : nil }

    /// Whether an amount can be kept.
    package static func isSound(_ amount: Decimal) -> Bool {
        amount > 0 && amount <= mostAmount && amount.exponent >= -mostDigits
    }

    package func settled(beside newest: Dosage) throws(HelpRefusal) -> Dosage? {
        guard allergen == newest.allergen else { return nil }
        if HelpText.plain(name) == HelpText.plain(newest.name) { throw .known }
        guard isCurrent, newest.isCurrent else { return nil }
        return Dosage(
            allergen: allergen, name: name, amount: amount, unit: unit, route: route, notes: notes,
            isCurrent: false, hasHalf: hasHalf)
    }
}
