import Allergens
package import Geography
import Observations

extension IntensityField {
    /// The estimate at a position, or `nil` when it is unknown there.
    package func estimate(at position: Coordinate) -> Estimate? {
        let here = UnitVector(position)
        let centre = SIMD4(here.x, here.y, here.z, 0)
        var mean = Mean()
        // Stations at this very place would have infinite weight, so they alone decide.
        var meanHere = Mean()
        var freshnessHere = 0.0
        var nearest: (rank: Int, squaredChord: Double)?
        var confidence = 0.0
        for rank in index.ranks(reaching: BoundingBox(around: position, radius: 0)) {
            let source = index.sources[rank]
            var difference = source.point - centre
            let logarithm = difference.w
            difference.w = 0
            let squaredChord = (difference * difference).sum()
            guard squaredChord < reach.squaredChord else { continue }
            let freshness = provenances[source.provenance].freshness
            let weight = averaging.weight(of: source, atSquaredChord: squaredChord, reach: reach)
            mean.add(logarithm, weight: weight * freshness)
            if squaredChord <= Reach.leastSquaredChord {
                meanHere.add(logarithm, weight: freshness)
                freshnessHere = max(freshnessHere, freshness)
            }
            if squaredChord < nearest?.squaredChord ?? .infinity { nearest = (rank, squaredChord) }
            confidence = max(confidence, freshness * reach.confidence(atSquaredChord: squaredChord))
        }
        guard let nearest else { return nil }
        let sample = samples[index.places[nearest.rank]]
        let logarithm =
            meanHere.count > 0
            ? meanHere.value
            : lift.lifted(mean.value, variance: mean.variance, squaredChord: nearest.squaredChord)
        let concentration =
            meanHere.count == 1 ? sample.value : LogScale.concentration(ofLogarithm: logarithm)
        return Estimate(
            concentration: concentration, level: bounds.level(of: concentration),
            index: bounds.index(of: concentration),
            confidence: meanHere.count > 0 ? freshnessHere : confidence, nearest: sample,
            distance: Earth.distance(ofSquaredChord: nearest.squaredChord))
    }
}

/// A weighted mean that accumulates values.
private struct Mean {
    private var sum = 0.0
    private var squares = 0.0
    private var weights = 0.0
    private(set) var count = 0

    var value: Double { sum / weights }

    var variance: Double { squares / weights - value * value }

    mutating func add(_ value: Double, weight: Double) {
        sum += value * weight
        squares += value * value * weight
        weights += weight
        count += 1
    }
}
