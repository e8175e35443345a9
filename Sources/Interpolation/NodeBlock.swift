/// Up to 64 neighbouring nodes of the lattice, computed together.
///
/// Positions are taken relative to the block's corner, in 32-bit floats: within some 300 km they are right to a few
/// centimetres, where unit vectors would be off by half a metre. Blocks are cut from the lattice of the world, so a
/// node has the same corner, and the same value to the last bit, in whichever tile it is computed.
struct NodeBlock {
    /// Nodes along an edge of a whole block.
    static let side = 8
    private static let capacity = side * side

    /// Where the nodes' coordinates are measured from, as a unit vector; w is 0.
    private let corner: SIMD4<Double>
    /// The middle of the block's nodes, and the squared chord from it within which a station can matter.
    private let centre: SIMD4<Double>
    private let squaredReach: Double
    private var x = [SIMD8<Float>](repeating: .zero, count: side)
    private var y = [SIMD8<Float>](repeating: .zero, count: side)
    private var z = [SIMD8<Float>](repeating: .zero, count: side)
    private let count: Int

    /// Creates the block of the nodes in the given columns and rows, row by row; 1…8 of each.
    ///
    /// The corner is the block's first node, whether or not it is among the given ones.
    init(corner: SIMD4<Double>, columns: ArraySlice<Bearing>, rows: ArraySlice<Bearing>) {
        count = columns.count * rows.count
        precondition((1...Self.capacity).contains(count), "a block has 1…64 nodes")
        self.corner = corner
        var sum = SIMD4<Double>.zero
        var place = 0
        for row in rows {
            for column in columns {
                let point = row.point(at: column)
                let local = point - corner
                x[place / 8][place % 8] = Float(local.x)
                y[place / 8][place % 8] = Float(local.y)
                z[place / 8][place % 8] = Float(local.z)
                sum += point
                place += 1
            }
        }
        let centre = sum / Double(count)
        var radius = 0.0
        for row in rows {
            for column in columns {
                let fromCentre = row.point(at: column) - centre
                radius = max(radius, (fromCentre * fromCentre).sum())
            }
        }
        let reach = radius.squareRoot() + Reach.chord
        self.centre = centre
        squaredReach = reach * reach
    }

    /// Estimated logarithms, sums of weights, and squared chords to the nearest station, node by node.
    struct Values {
        var logarithms: [SIMD8<Float>]
        var weights: [SIMD8<Float>]
        var squaredChords: [SIMD8<Float>]
    }

    /// Those of the stations that are in reach of a node of this block, and few others.
    func reached(by stations: [SIMD4<Double>]) -> [SIMD4<Double>] {
        stations.filter { station in
            var difference = station - centre
            difference.w = 0
            return (difference * difference).sum() <= squaredReach
        }
    }

    /// Averages the stations at every node.
    ///
    /// Nodes are spread over the lanes and stations taken one after the other, so that each node's sum grows in the
    /// order of the stations. A station out of reach adds exactly 0. Stations are unit vectors with logarithms in w,
    /// in the order of ``StationIndex``.
    func values(from stations: [SIMD4<Double>], averaging: Averaging, lift: Lift) -> Values {
        let local = stations.map { station in SIMD4<Float>(station - corner) }
        let vectors = (count + 7) / 8
        var values = Values(logarithms: [], weights: [], squaredChords: [])
        for vector in 0..<vectors {
            let sums = sums(local, x[vector], y[vector], z[vector], averaging: averaging)
            let mean = sums.values / sums.weights
            values.logarithms.append(
                lift.lifted(
                    mean, variance: sums.squares / sums.weights - mean * mean, squaredChord: sums.nearest))
            values.weights.append(sums.weights)
            values.squaredChords.append(sums.nearest)
        }
        return values
    }

    /// What the stations give at eight nodes, and the squared chord to the nearest.
    private struct Sums {
        var values = SIMD8<Float>.zero
        var squares = SIMD8<Float>.zero
        var weights = SIMD8<Float>.zero
        var nearest = SIMD8<Float>(repeating: 4)
    }

    private func sums(
        _ stations: [SIMD4<Float>], _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>,
        averaging: Averaging
    ) -> Sums {
        let least = SIMD8(repeating: Float(Reach.leastSquaredChord))
        let perReach = Float(1 / Reach.squaredChord)
        let softening = Float(averaging.squaredSoftening)
        let pull = Float(averaging.squaredPull)
        var sums = Sums()
        for station in stations {
            let dx = x - station.x
            let dy = y - station.y
            let dz = z - station.z
            let exact = dx * dx + dy * dy + dz * dz
            sums.nearest.replace(with: exact, where: exact .< sums.nearest)
            let chord = exact.replacing(with: least, where: exact .< least)
            let share = chord * perReach
            let square = share * share
            let taper = 1 - square * square
            let open = taper * (chord + pull) / (chord * (chord + softening))
            let weight = open.replacing(with: 0, where: open .< 0)
            let weighted = weight * station.w
            sums.weights += weight
            sums.values += weighted
            sums.squares += weighted * station.w
        }
        return sums
    }
}
