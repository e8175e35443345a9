import Foundation

/// The scale on which concentrations are averaged: log₁₀(x + 1).
///
/// Counts range over four powers of ten. Their logarithms interpolate with the smaller error (leave-one-out
/// on 14 Swiss stations: mean absolute error of the logarithm .27–.33, against .28–.36 on the plain scale).
package enum LogScale {
    package static func logarithm(of concentration: Double) -> Double { log10(concentration + 1) }

    package static func concentration(ofLogarithm logarithm: Double) -> Double {
        max(0, pow(10, logarithm) - 1)
    }

    /// A power of the concentration plus one, so that clean air is 1.
    package static func power(_ exponent: Double, ofLogarithm logarithm: Double) -> Double {
        pow(10, exponent * logarithm)
    }
}
