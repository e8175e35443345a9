import Allergens
package import Geography
import Interpolation
package import Observations

/// Kriging of the residuals of the logarithms after a regression on altitude and season.
///
/// On the same day the logarithms rise or fall with altitude according to ``AltitudeTrend``. The trend and
/// the variogram of the residuals are fitted to other days. A place of unknown altitude counts as being at
/// the mean altitude. Without any known altitude, this is ``OrdinaryKriging``.
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
        // Sorted, because a sum depends on the order of its terms and a dictionary has none.
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
        // The values are reduced to the place's own altitude, so the trend there is 0 and need not be added
        // again.
        kriging.mean(at: UnitVector(position), of: reduced(samples, to: altitude(of: position)))
            .map(LogScale.concentration(ofLogarithm:))
    }

    private func altitude(of position: Coordinate) -> Double { altitudes[position] ?? meanAltitude }

    /// The logarithms, adjusted to an altitude by the trend.
    private func reduced(_ samples: [DayValue], to altitude: Double) -> [LocatedValue] {
        zip(samples, samples.logarithms).map { sample, located in
            let rise = self.altitude(of: sample.position) - altitude
            return LocatedValue(
                point: located.point, value: located.value - trend.slope(on: sample.day) * rise)
        }
    }
}
