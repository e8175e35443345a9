import Allergens
package import Geography
import Interpolation
package import Observations

/// The mean of all stations, weighted by 1/d² (Shepard 1968), as `gdal_grid -a invdist` computes it.
package struct InverseDistance: Interpolator {
    /// The quantity that is averaged.
    package enum Mean: Sendable {
        case concentrations
        /// log₁₀(x + 1).
        case logarithms
    }

    private let mean: Mean

    package init(of mean: Mean) { self.mean = mean }

    package var name: String {
        switch mean {
        case .concentrations: "inverse distance"
        case .logarithms: "inverse distance, log"
        }
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        guard !samples.isEmpty else { return nil }
        let place = UnitVector(position)
        var sum = 0.0
        var weights = 0.0
        for sample in samples {
            let chord = place.squaredChord(to: UnitVector(sample.position))
            guard chord > 0 else { return sample.value }
            weights += 1 / chord
            sum += scaled(sample.value) / chord
        }
        switch mean {
        case .concentrations: return sum / weights
        case .logarithms: return LogScale.concentration(ofLogarithm: sum / weights)
        }
    }

    private func scaled(_ concentration: Double) -> Double {
        switch mean {
        case .concentrations: concentration
        case .logarithms: LogScale.logarithm(of: concentration)
        }
    }
}
