package import Allergens
import Geography
import Observations

/// Learns how far a field follows a numerical model, see ``FieldModel``.
///
/// Each station of a day is estimated from the others, with the map's own weights. The slope a is the one of
/// 0, .05 … 1 that makes the mean absolute error of the logarithms smallest, shrunk over blocks of ten days,
/// see ``ShrunkSlope``. Where few days or contradicting ones speak, the model has no say.
package struct ModelSlope: Sendable {
    /// The length of a block in days; consecutive days are alike.
    package static let span = 10

    private var slope = ShrunkSlope(steps: (0...20).map { Double($0) / 20 })

    package init() {}

    /// The block in which a day lies.
    package static func block(of day: CivilDate) -> Int {
        Int((Double(day.daysSinceEpoch) / Double(span)).rounded(.down))
    }

    /// Learns from the stations of a field that its model covers.
    package mutating func learn(from field: IntensityField) {
        let sources = field.index.sources
        let pairs = field.leftOut { sources[$0].modelShare > 0 ? Double(sources[$0].model) : nil }
        for pair in pairs { learn(surplus: pair.surplus, modelSurplus: pair.covariate, on: field.day) }
    }

    /// Learns from one station on a day.
    ///
    /// - Parameters:
    ///   - surplus: Its logarithm minus the estimate from the others.
    ///   - modelSurplus: The model's logarithm there minus the same mean of those at the others.
    ///   - day: The day.
    package mutating func learn(surplus: Double, modelSurplus: Double, on day: CivilDate) {
        slope.learn(surplus: surplus, covariate: modelSurplus, in: Self.block(of: day))
    }

    /// The slope, 0…1; 0 with fewer than two blocks.
    package var value: Double { slope.value }
}

extension IntensityField {
    /// A station's logarithm minus the estimate of the others, and the same of another quantity.
    struct LeftOut {
        let surplus: Double
        let covariate: Double
    }

    /// Every station, given by its rank, at which a quantity is known and that others in reach estimate.
    ///
    /// Stations at one place are left out: they would answer for each other.
    func leftOut(_ covariate: (Int) -> Double?) -> [LeftOut] {
        index.sources.indices.compactMap { rank -> LeftOut? in
            let source = index.sources[rank]
            guard let own = covariate(rank) else { return nil }
            var mean = Mean()
            var others = Mean()
            let position = samples[index.places[rank]].position
            for other in index.ranks(reaching: BoundingBox(around: position, radius: 0)) where other != rank {
                let neighbour = index.sources[other]
                let chord = source.squaredChord(to: neighbour)
                guard chord < reach.squaredChord, chord > Reach.leastSquaredChord else { continue }
                let weight =
                    averaging.weight(of: neighbour, atSquaredChord: chord, reach: reach)
                    * provenances[neighbour.provenance].freshness
                mean.add(neighbour.point.w, weight: weight)
                if let value = covariate(other) { others.add(value, weight: weight) }
            }
            guard mean.weights > 0, others.weights > 0 else { return nil }
            return LeftOut(surplus: source.point.w - mean.value, covariate: own - others.value)
        }
    }
}
