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
    /// The selection of all stations.
    let all: Choice
    /// Whether any station is left out where nearer ones suffice.
    let isCut: Bool

    /// Keeps rounding from leaving out a station at the very edge.
    private static let slack: Float = 1.001

    /// Prepares the stations, which must be ordered by provenance and rank.
    init(_ sources: [Source], origin: SIMD4<Double>, reach: Reach) {
        stations = sources.map { source in
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
        all = Choice(places: Array(sources.indices), runs: runs)
        isCut = sources.contains { $0.extent < Float(reach.chord) }
    }

    /// Selects the stations that may have weight within `radius` of a place.
    ///
    /// Stations that are left out would have added exactly 0. Where weights are cut, each station's own
    /// extent decides; where they are not, `reach` does.
    func near(
        _ centre: SIMD4<Float>, radius: Float, among choice: Choice, within reach: Float = 0
    ) -> Choice {
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
                            let difference = stations[place].point - centre
                            let square = difference * difference
                            let limit = (radius + max(stations[place].extent, reach)) * Self.slack
                            near[count] = place
                            if square.x + square.y + square.z <= limit * limit { count += 1 }
                        }
                        if count > first { runs.append((provenance, first..<count)) }
                    }
                }
            }
        }
        return Choice(places: places, runs: runs)
    }
}
