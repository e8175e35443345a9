package import Allergens
package import Geography
import Interpolation
package import Observations

/// The mean of the stations' logarithms minus a · the model's, weighted by 1/d², plus a · the model's here.
///
/// The share a is learned from other days, see ``ModelSlope``. Without the model on a day, at the place or at a
/// station, it is inverse distance of the logarithms alone.
package struct ModelledDistance: Interpolator {
    package let name = "inverse distance, log, with the model"
    private let grids: [CivilDate: ModelGrid]
    private var slope = 0.0

    package init(grids: [CivilDate: ModelGrid]) { self.grids = grids }

    package func fitted(to days: [[DayValue]]) -> ModelledDistance {
        var learned = ModelSlope()
        for samples in days {
            for (place, left) in samples.enumerated() {
                var others = samples
                others.remove(at: place)
                guard let own = logarithm(at: left.position, on: left.day),
                    let means = means(at: left.position, from: others), let model = means.model
                else { continue }
                learned.learn(
                    surplus: LogScale.logarithm(of: left.value) - means.value, modelSurplus: own - model,
                    on: left.day)
            }
        }
        var copy = self
        copy.slope = learned.value
        return copy
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        guard let means = means(at: position, from: samples), let day = samples.first?.day else { return nil }
        guard let own = logarithm(at: position, on: day), let model = means.model else {
            return LogScale.concentration(ofLogarithm: means.value)
        }
        return LogScale.concentration(ofLogarithm: max(0, means.value + slope * (own - model)))
    }

    private func logarithm(at position: Coordinate, on day: CivilDate) -> Double? {
        grids[day]?.logarithm(at: position).map(Double.init)
    }

    /// The means of the stations' logarithms and of the model's there; the latter is `nil` where the model does
    /// not cover a station.
    private func means(
        at position: Coordinate, from samples: [DayValue]
    ) -> (value: Double, model: Double?)? {
        let place = UnitVector(position)
        var (sum, models, weights) = (0.0, 0.0, 0.0)
        var isCovered = true
        for sample in samples {
            let weight = 1 / max(place.squaredChord(to: UnitVector(sample.position)), .leastNonzeroMagnitude)
            weights += weight
            sum += weight * LogScale.logarithm(of: sample.value)
            if let model = logarithm(at: sample.position, on: sample.day) {
                models += weight * model
            } else {
                isCovered = false
            }
        }
        guard weights > 0, weights.isFinite else { return nil }
        return (sum / weights, isCovered ? models / weights : nil)
    }
}
