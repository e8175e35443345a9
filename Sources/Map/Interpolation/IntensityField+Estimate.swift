import Allergens
package import Geography
import Observations

extension IntensityField {
    /// The estimate at a position, or `nil` when it is unknown there.
    package func estimate(at position: Coordinate) -> Estimate? {
        let here = UnitVector(position)
        let centre = SIMD4(here.x, here.y, here.z, 0)
        var mean = Mean()
        var modelMean = Mean()
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
            modelMean.add(Double(source.model), weight: weight * freshness * Double(source.modelShare))
            if squaredChord <= Reach.leastSquaredChord {
                let raw = LogScale.logarithm(of: samples[index.places[rank]].value)
                meanHere.add(raw, weight: freshness)
                freshnessHere = max(freshnessHere, freshness)
            }
            if squaredChord < nearest?.squaredChord ?? .infinity { nearest = (rank, squaredChord) }
            confidence = max(confidence, freshness * reach.confidence(atSquaredChord: squaredChord))
        }
        let own = model?.grid.logarithm(at: position).map(Double.init)
        guard let nearest else { return own.map(estimate(ofModel:)) }
        let sample = samples[index.places[nearest.rank]]
        var (taper, logarithm) = (1.0, meanHere.value)
        if meanHere.count == 0 {
            logarithm = lift.lifted(
                moved(mean.value, at: position, over: own, modelMean), variance: mean.variance,
                squaredChord: nearest.squaredChord)
            if let own {
                taper = reach.taper(atSquaredChord: nearest.squaredChord)
                logarithm = FieldModel.blended(logarithm, own: own, taper: taper)
                confidence = max(confidence, FieldModel.confidence)
            }
        }
        let concentration =
            meanHere.count == 1 ? sample.value : LogScale.concentration(ofLogarithm: logarithm)
        return Estimate(
            concentration: concentration, level: bounds.level(of: concentration),
            index: bounds.index(of: concentration),
            confidence: meanHere.count > 0 ? freshnessHere : confidence, day: sample.day,
            basis: taper < 0.5 ? .modelled : sample.basis, nearest: sample,
            distance: Earth.distance(ofSquaredChord: nearest.squaredChord),
            model: meanHere.count == 0 && own != nil ? model?.grid.source : nil)
    }

    /// The mean of the stations' logarithms, moved by the ground, and by the model where it covers the place
    /// and a station.
    private func moved(
        _ mean: Double, at position: Coordinate, over own: Double?, _ modelMean: Mean
    ) -> Double {
        let rise = terrain?.part(at: position)
        guard let model, let own, modelMean.weights > 0 else {
            return rise.map { max(0, mean + $0) } ?? mean
        }
        return max(0, mean + model.slope * (own - modelMean.value) + (rise ?? 0))
    }

    /// The estimate where the model stands alone.
    private func estimate(ofModel logarithm: Double) -> Estimate {
        let concentration = LogScale.concentration(ofLogarithm: logarithm)
        return Estimate(
            concentration: concentration, level: bounds.level(of: concentration),
            index: bounds.index(of: concentration), confidence: FieldModel.confidence, day: day,
            basis: .modelled, nearest: nil, distance: nil, model: model?.grid.source)
    }
}

/// A weighted mean that accumulates values.
struct Mean {
    private var sum = 0.0
    private var squares = 0.0
    private(set) var weights = 0.0
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
