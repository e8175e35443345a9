package import Allergens
package import Foundation
package import Geography

/// A report as researchers read it: what was felt, where and when, and nothing about the person who felt it.
package struct ResearchReport: Hashable, Sendable {
    /// Its position in the order in which reports were made.
    package let number: Int64
    /// The middle of the cell of the public grid in which it was made.
    package let cell: Coordinate
    /// The hour in which it was made, by its beginning.
    package let hour: Date
    /// The suspected allergens; empty when the reporter was not sure.
    package let allergens: [Allergen.ID]
    package let symptoms: [Symptom]
    /// The number of other people who confirmed the alert that it raised or joined.
    package let confirmations: Int

    package init(
        number: Int64, cell: Coordinate, hour: Date, allergens: [Allergen.ID], symptoms: [Symptom],
        confirmations: Int
    ) {
        self.number = number
        self.cell = cell
        self.hour = hour
        self.allergens = allergens
        self.symptoms = symptoms
        self.confirmations = confirmations
    }
}

/// The reports that researchers ask for.
package struct ResearchQuery: Sendable {
    /// Days in UTC.
    package var days: ClosedRange<CivilDate>
    package var box: BoundingBox?
    package var allergen: Allergen.ID?
    /// The number of the report after which the list continues.
    package var after: Int64
    package var limit: Int

    package init(
        days: ClosedRange<CivilDate>, box: BoundingBox? = nil, allergen: Allergen.ID? = nil, after: Int64 = 0,
        limit: Int
    ) {
        self.days = days
        self.box = box
        self.allergen = allergen
        self.after = after
        self.limit = limit
    }
}
