import Allergens
package import Geography
import Interpolation
package import Observations

/// Kriging of what is left of the logarithms after a regression on altitude and season.
///
/// On the same day the logarithms rise or fall with altitude by ``AltitudeTrend``, which is fitted, as the variogram of
/// the rest is, to other days. A place whose altitude is not known counts as of the mean altitude; where none is
/// known, this is ``OrdinaryKriging``.
package struct RegressionKriging: Interpolator {
    package let name = "regression kriging, log"
    /// In metres above sea level, by position.
    private let altitudes: [Coordinate: Double]
    private let meanAltitude: Double
    private var trend = AltitudeTrend.none
    private var kriging = Kriging(variogram: .unfitted)

    /// Creates the method for places with these altitudes, in metres above sea level.
    package init(altitudes: [Coordinate: Double]) {
        self.altitudes = altitudes
        // In an order of their own, since sums depend on theirs and a dictionary has none.
        let sum = altitudes.values.sorted().reduce(0, +)
        meanAltitude = altitudes.isEmpty ? 0 : sum / Double(altitudes.count)
    }

    package func fitted(to days: [[DayValue]]) -> RegressionKriging {
        var copy = self
        copy.trend = AltitudeTrend(fittedTo: days, altitudes: altitudes)
        let residuals = days.map { copy.reduced($0, to: meanAltitude) }
        copy.kriging = Kriging(variogram: Variogram(fittedTo: residuals))
        return copy
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        // Reduced to the place's own altitude the trend there is 0 and need not be added again.
        kriging.mean(at: UnitVector(position), of: reduced(samples, to: altitude(of: position)))
            .map(LogScale.concentration(ofLogarithm:))
    }

    private func altitude(of position: Coordinate) -> Double { altitudes[position] ?? meanAltitude }

    /// The logarithms as the trend lets them be at an altitude.
    private func reduced(_ samples: [DayValue], to altitude: Double) -> [LocatedValue] {
        zip(samples, samples.logarithms).map { sample, located in
            let rise = self.altitude(of: sample.position) - altitude
            return LocatedValue(
                point: located.point, value: located.value - trend.slope(on: sample.day) * rise)
        }
    }
}
