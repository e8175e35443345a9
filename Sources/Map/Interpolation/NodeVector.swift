/// Eight lattice nodes, relative to an origin; the last one may be repeated.
struct NodeVector {
    private let x: SIMD8<Float>
    private let y: SIMD8<Float>
    private let z: SIMD8<Float>
    /// The centre of the nodes; w is 0.
    let centre: SIMD4<Float>
    /// The distance from the centre to the farthest node.
    let radius: Float

    init(_ nodes: ArraySlice<SIMD4<Float>>) {
        var (x, y, z) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        for lane in 0..<8 {
            let node = nodes[min(nodes.startIndex + lane, nodes.endIndex - 1)]
            (x[lane], y[lane], z[lane]) = (node.x, node.y, node.z)
        }
        (self.x, self.y, self.z) = (x, y, z)
        centre = SIMD4(x.sum(), y.sum(), z.sum(), 0) / 8
        radius = Self.farthest(x, y, z, from: centre)
    }

    /// The distance from a place to the farthest node.
    func farthest(from place: SIMD4<Float>) -> Float { Self.farthest(x, y, z, from: place) }

    private static func farthest(
        _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>, from place: SIMD4<Float>
    ) -> Float {
        let (dx, dy, dz) = (x - place.x, y - place.y, z - place.z)
        return (dx * dx + dy * dy + dz * dz).max().squareRoot()
    }

    /// The results at eight nodes.
    struct Values {
        /// Estimated logarithms; meaningless where the weight is 0.
        let logarithms: SIMD8<Float>
        /// 0 where nothing is known.
        let weights: SIMD8<Float>
        let confidences: SIMD8<Float>
        /// The share of computed values in the weight.
        let marked: SIMD8<Float>
    }

    /// The model's logarithms at eight nodes, below 0 where it has none.
    typealias Model = SIMD8<Float>

    /// Sums up the chosen stations; with `isCut`, those beyond their extent are left out, see ``Crowding``.
    func sums(
        _ stations: LocalStations, _ choice: LocalStations.Choice, field: IntensityField, isCut: Bool
    ) -> Sums {
        var sums = Sums()
        for run in choice.runs {
            let part = part(stations.stations, choice.places[run.range], field: field, isCut: isCut)
            sums.add(part, field.provenances[run.provenance], reach: field.reach)
        }
        return sums
    }

    private func part(
        _ stations: [LocalStations.Station], _ chosen: ArraySlice<Int>, field: IntensityField, isCut: Bool
    ) -> Part {
        let least = SIMD8(repeating: Float(Reach.leastSquaredChord))
        let perReach = Float(1 / field.reach.squaredChord)
        let pull = Float(field.averaging.squaredPull)
        let extent = isCut ? Crowding.squaredExtent : .infinity
        var part = Part()
        for place in chosen {
            let station = stations[place]
            let dx = x - station.point.x
            let dy = y - station.point.y
            let dz = z - station.point.z
            let exact = dx * dx + dy * dy + dz * dz
            let chord = exact.replacing(with: least, where: exact .< least)
            let share = chord * perReach
            let square = share * share
            let taper = 1 - square * square
            let crowd = chord * station.yielding
            let speaks = crowd .<= extent
            part.nearest.replace(with: exact, where: (exact .< part.nearest) .& speaks)
            let crowdSquare = crowd * crowd
            let crowdFourth = crowdSquare * crowdSquare
            let yield = 1 + crowdFourth * crowdFourth
            let open = taper * (chord + pull) / (chord * (chord + station.squaredSoftening) * yield)
            let weight = open.replacing(with: 0, where: (open .< 0) .| .!speaks)
            let weighted = weight * station.point.w
            part.weights += weight
            part.values += weighted
            part.squares += weighted * station.point.w
            guard field.model != nil else { continue }
            part.models += weight * station.model
            part.modelWeights += weight * station.modelShare
        }
        return part
    }
}

extension NodeVector {
    /// The sums of one provenance's stations, and the squared chord to the nearest station that counts here.
    struct Part {
        var values = SIMD8<Float>.zero
        var squares = SIMD8<Float>.zero
        var weights = SIMD8<Float>.zero
        var nearest = SIMD8<Float>(repeating: 4)
        var models = SIMD8<Float>.zero
        /// The weights of the stations that the model covers.
        var modelWeights = SIMD8<Float>.zero
    }

    /// The sums of all stations at eight nodes.
    struct Sums {
        private var values = SIMD8<Float>.zero
        private var squares = SIMD8<Float>.zero
        private var weights = SIMD8<Float>.zero
        /// The weights as if all readings were fresh.
        private var freshWeights = SIMD8<Float>.zero
        private var nearest = SIMD8<Float>(repeating: 4)
        private var confidences = SIMD8<Float>.zero
        private var marked = SIMD8<Float>.zero
        private var models = SIMD8<Float>.zero
        private var modelWeights = SIMD8<Float>.zero

        mutating func add(_ part: Part, _ provenance: Provenance, reach: Reach) {
            let freshness = Float(provenance.freshness)
            values += part.values * freshness
            squares += part.squares * freshness
            weights += part.weights * freshness
            freshWeights += part.weights
            models += part.models * freshness
            modelWeights += part.modelWeights * freshness
            if provenance.isMarked { marked += part.weights * freshness }
            nearest.replace(with: part.nearest, where: part.nearest .< nearest)
            let confidence = reach.confidences(atSquaredChords: part.nearest) * freshness
            confidences.replace(with: confidence, where: confidence .> confidences)
        }

        /// The values of stations; `rise` is what the ground adds to a mean, see ``FieldTerrain``.
        func values(_ field: IntensityField, rise: SIMD8<Float>?) -> Values {
            let mean = values / weights
            return Values(
                logarithms: field.lift.lifted(
                    Self.raised(mean, by: rise), variance: squares / weights - mean * mean,
                    squaredChord: nearest),
                weights: weights, confidences: confidences, marked: marked / weights)
        }

        /// The values over a model, see ``FieldModel``.
        ///
        /// Where it has none, or covers no station in reach, they are those of the stations alone.
        func values(_ field: IntensityField, over model: Model, rise: SIMD8<Float>?) -> Values {
            let own = values(field, rise: rise)
            let slope = Float(field.model?.slope ?? 0)
            let mean = values / weights
            let moved = Self.raised(
                mean + slope * (model - models / modelWeights), by: rise ?? .zero)
            let isFused = (model .>= 0) .& (modelWeights .> 0)
            let fused = field.lift.lifted(
                Self.raised(mean, by: rise).replacing(with: moved, where: isFused),
                variance: squares / weights - mean * mean,
                squaredChord: nearest)
            let share = nearest * Float(1 / field.reach.squaredChord)
            let square = share * share
            let taper = (1 - square * square).clamped(lowerBound: .zero, upperBound: SIMD8(repeating: 1))
            let isCovered = model .>= 0
            let least = SIMD8(repeating: Float(FieldModel.confidence))
            return Values(
                logarithms: fused.replacing(with: model + (fused - model) * taper, where: isCovered),
                weights: weights,
                confidences: own.confidences.replacing(
                    with: least, where: isCovered .& (own.confidences .< least)),
                marked: own.marked.replacing(with: 1 - taper + own.marked * taper, where: isCovered))
        }

        private static func raised(_ logarithms: SIMD8<Float>, by rise: SIMD8<Float>?) -> SIMD8<Float> {
            guard let rise else { return logarithms }
            return (logarithms + rise).clamped(
                lowerBound: .zero, upperBound: SIMD8(repeating: .greatestFiniteMagnitude))
        }

        /// Whether the stations that were cut off would have made hardly any difference at any node.
        func isCovered(_ averaging: Averaging) -> Bool { all(covered(averaging)) }

        /// Takes the sums of `all` at those nodes where too much was cut off.
        func replacedWhereUncovered(by all: Sums, _ averaging: Averaging) -> Sums {
            let covered = covered(averaging)
            var sums = all
            sums.values.replace(with: values, where: covered)
            sums.squares.replace(with: squares, where: covered)
            sums.weights.replace(with: weights, where: covered)
            sums.marked.replace(with: marked, where: covered)
            sums.models.replace(with: models, where: covered)
            sums.modelWeights.replace(with: modelWeights, where: covered)
            sums.nearest.replace(with: nearest, where: covered)
            sums.confidences.replace(with: confidences, where: covered)
            return sums
        }

        /// The nodes at which the weights reach half of what the nearest station would have alone.
        ///
        /// That weight assumes level ground and no yielding. At half of it, the stations that were cut off
        /// have less than a hundredth of the weight.
        private func covered(_ averaging: Averaging) -> SIMDMask<SIMD8<Int32>> {
            let least = SIMD8(repeating: Float(Reach.leastSquaredChord))
            let chord = nearest.replacing(with: least, where: nearest .< least)
            let softening = Float(averaging.squaredSoftening)
            let alone = (chord + Float(averaging.squaredPull)) / (chord * (chord + softening))
            return freshWeights .>= alone * 0.5
        }
    }
}
