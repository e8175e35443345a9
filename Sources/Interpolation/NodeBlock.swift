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

    /// Means of logarithms, sums of weights, and squared chords to the nearest station, node by node.
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
    func values(from stations: [SIMD4<Double>]) -> Values {
        let local = stations.map { station in SIMD4<Float>(station - corner) }
        let vectors = (count + 7) / 8
        var values = Values(logarithms: [], weights: [], squaredChords: [])
        for vector in 0..<vectors {
            let (sum, weights, nearest) = average(local, x[vector], y[vector], z[vector])
            values.logarithms.append(sum / weights)
            values.weights.append(weights)
            values.squaredChords.append(nearest)
        }
        return values
    }

    private func average(
        _ stations: [SIMD4<Float>], _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>
    ) -> (sum: SIMD8<Float>, weights: SIMD8<Float>, nearest: SIMD8<Float>) {
        let least = SIMD8(repeating: Float(Reach.leastSquaredChord))
        let atReach = SIMD8(repeating: Float(1 / Reach.squaredChord))
        var sum = SIMD8<Float>.zero
        var weights = SIMD8<Float>.zero
        var nearest = SIMD8<Float>(repeating: 4)
        for station in stations {
            let dx = x - station.x
            let dy = y - station.y
            let dz = z - station.z
            let chord = dx * dx + dy * dy + dz * dz
            nearest.replace(with: chord, where: chord .< nearest)
            let excess = 1 / chord.replacing(with: least, where: chord .< least) - atReach
            let weight = excess.replacing(with: 0, where: excess .< 0)
            weights += weight
            sum += weight * station.w
        }
        return (sum, weights, nearest)
    }
}
