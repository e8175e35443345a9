import Allergens
package import Geography

extension IntensityField {
    /// The estimate at a position, or `nil` when it is unknown there.
    package func estimate(at position: Coordinate) -> Estimate? {
        let here = UnitVector(position)
        let centre = SIMD4(here.x, here.y, here.z, 0)
        var mean = Mean()
        // Stations at this very place would outweigh the others without end; they speak alone.
        var meanHere = Mean()
        var nearest: (rank: Int, squaredChord: Double)?
        for rank in index.ranks(reaching: BoundingBox(around: position, radius: 0)) {
            var difference = index.points[rank] - centre
            let logarithm = difference.w
            difference.w = 0
            let squaredChord = (difference * difference).sum()
            guard squaredChord < Reach.squaredChord else { continue }
            mean.add(logarithm, weight: averaging.weight(atSquaredChord: squaredChord))
            if squaredChord <= Reach.leastSquaredChord { meanHere.add(logarithm, weight: 1) }
            if squaredChord < nearest?.squaredChord ?? .infinity { nearest = (rank, squaredChord) }
        }
        guard let nearest else { return nil }
        let sample = samples[index.places[nearest.rank]]
        let logarithm =
            meanHere.count > 0
            ? meanHere.value
            : lift.lifted(mean.value, variance: mean.variance, squaredChord: nearest.squaredChord)
        return estimate(
            concentration: meanHere.count == 1
                ? sample.value : LogScale.concentration(ofLogarithm: logarithm),
            nearest: sample, squaredChord: nearest.squaredChord)
    }

    private func estimate(concentration: Double, nearest: DayValue, squaredChord: Double) -> Estimate {
        Estimate(
            concentration: concentration, level: bounds.level(of: concentration),
            index: bounds.index(of: concentration),
            confidence: Reach.confidence(atSquaredChord: squaredChord),
            nearest: nearest, distance: Earth.distance(ofSquaredChord: squaredChord))
    }
}

/// A weighted mean in the making.
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
