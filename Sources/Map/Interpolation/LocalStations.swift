/// Stations around some lattice nodes, relative to an origin, ordered by provenance and rank.
struct LocalStations {
    struct Station {
        /// The position in x, y and z, and the logarithm in w.
        let point: SIMD4<Float>
        /// See ``Source/squaredSoftening``.
        let squaredSoftening: Float
        /// See ``Source/yielding``.
        let yielding: Float
        /// See ``Source/extent``.
        let extent: Float
        /// See ``Source/model``.
        let model: Float
        /// See ``Source/modelShare``.
        let modelShare: Float
    }

    /// A selection of stations, by their indices in the list.
    struct Choice {
        fileprivate(set) var places: [Int]
        /// The ranges of `places` that hold the stations of each provenance.
        fileprivate(set) var runs: [(provenance: Int, range: Range<Int>)]
    }

    let stations: [Station]
    /// Whether any station is left out where nearer ones suffice.
    let isCut: Bool
    /// The clumps of each provenance's stations, in their order.
    private let clumps: [(provenance: Int, clumps: [StationClump])]

    /// Keeps rounding from leaving out a station at the very edge.
    private static let slack: Float = 1.001

    /// Prepares the stations, which must be ordered by provenance and rank.
    init(_ sources: [Source], origin: SIMD4<Double>, reach: Reach) {
        let stations = sources.map { source in
            Station(
                point: SIMD4<Float>(source.point - origin), squaredSoftening: source.squaredSoftening,
                yielding: source.yielding, extent: source.extent, model: source.model,
                modelShare: source.modelShare)
        }
        var runs: [(provenance: Int, range: Range<Int>)] = []
        for (place, source) in sources.enumerated() {
            if let last = runs.last, last.provenance == source.provenance {
                runs[runs.count - 1].range = last.range.lowerBound..<place + 1
            } else {
                runs.append((source.provenance, place..<place + 1))
            }
        }
        self.stations = stations
        clumps = runs.map { run in
            (run.provenance, StationClump.clumps(of: stations, in: run.range))
        }
        isCut = sources.contains { $0.extent < Float(reach.chord) }
    }

    /// Selects the stations that may have weight within `radius` of a place, among all.
    ///
    /// Stations that are left out would have added exactly 0. Where weights are cut, each station's own
    /// extent decides; where they are not, `reach` does. Clumps that are too far away are skipped as a whole,
    /// so the cost depends on the stations nearby more than on the stations of the tile.
    func near(_ centre: SIMD4<Float>, radius: Float, within reach: Float = 0) -> Choice {
        var runs: [(provenance: Int, range: Range<Int>)] = []
        let places = stations.withUnsafeBufferPointer { stations in
            [Int](unsafeUninitializedCapacity: stations.count) { near, count in
                for run in clumps {
                    let first = count
                    for clump in run.clumps {
                        let distance = (radius + max(clump.extent, reach)) * Self.slack + clump.radius
                        guard Self.areWithin(distance * Self.slack, centre, clump.centre) else { continue }
                        for place in clump.places {
                            near[count] = place
                            let limit = (radius + max(stations[place].extent, reach)) * Self.slack
                            if Self.areWithin(limit, centre, stations[place].point) { count += 1 }
                        }
                    }
                    if count > first { runs.append((run.provenance, first..<count)) }
                }
            }
        }
        return Choice(places: places, runs: runs)
    }

    /// Selects the stations that may have weight within `radius` of a place, among those of a choice.
    ///
    /// Stations that are left out would have added exactly 0, as each station's own extent decides.
    func near(_ centre: SIMD4<Float>, radius: Float, among choice: Choice) -> Choice {
        var runs: [(provenance: Int, range: Range<Int>)] = []
        // This is the innermost search of every tile. Without buffers, bounds checks take longer than the
        // distances.
        let places = stations.withUnsafeBufferPointer { stations in
            choice.places.withUnsafeBufferPointer { candidates in
                [Int](unsafeUninitializedCapacity: candidates.count) { near, count in
                    for (provenance, range) in choice.runs {
                        let first = count
                        for candidate in range {
                            let place = candidates[candidate]
                            near[count] = place
                            let limit = (radius + stations[place].extent) * Self.slack
                            if Self.areWithin(limit, centre, stations[place].point) { count += 1 }
                        }
                        if count > first { runs.append((provenance, first..<count)) }
                    }
                }
            }
        }
        return Choice(places: places, runs: runs)
    }

    /// Whether two places are no farther apart than `limit`; their last parts do not matter.
    @inline(__always)
    private static func areWithin(_ limit: Float, _ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool {
        let difference = one - other
        let square = difference * difference
        return square.x + square.y + square.z <= limit * limit
    }
}
