import Allergens
package import Geography
import Interpolation
package import Observations

/// Kriging of the logarithms around an unknown mean that is the same everywhere.
package struct OrdinaryKriging: Interpolator {
    package let name = "ordinary kriging, log"
    private var kriging = Kriging(variogram: .unfitted)

    package init() {}

    package func fitted(to days: [[DayValue]]) -> OrdinaryKriging {
        var copy = self
        copy.kriging = Kriging(variogram: Variogram(fittedTo: days.map(\.logarithms)))
        return copy
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        kriging.mean(at: UnitVector(position), of: samples.logarithms)
            .map(LogScale.concentration(ofLogarithm:))
    }
}
