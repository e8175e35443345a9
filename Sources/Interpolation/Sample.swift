package import Allergens
import Foundation
package import Geography

/// One station's concentration of one allergen: a point from which a field is interpolated.
package struct Sample: Hashable, Sendable {
    package let station: Station.ID
    package let position: Coordinate
    /// Zero or more, in the allergen's unit.
    package let concentration: Double
    /// The day of the reading, which may be older than the field's day.
    package let day: CivilDate
    package let basis: Basis

    /// Creates a sample of a finite concentration of zero or more.
    package init(
        station: Station.ID, position: Coordinate, concentration: Double, day: CivilDate, basis: Basis
    ) {
        precondition(
            concentration >= 0 && concentration.isFinite, "a concentration is finite and not negative")
        self.station = station
        self.position = position
        self.concentration = concentration
        self.day = day
        self.basis = basis
    }
}

extension Sample {
    /// The scale on which concentrations are averaged: log₁₀(x + 1).
    ///
    /// Counts spread over four powers of ten; their logarithms interpolate with the smaller error (leave-one-out
    /// on 14 Swiss stations: mean absolute error of the logarithm .27–.33, against .28–.36 on the plain scale).
    static func logarithm(of concentration: Double) -> Double { log10(concentration + 1) }

    static func concentration(ofLogarithm logarithm: Double) -> Double { max(0, pow(10, logarithm) - 1) }
}
