/// Up to 64 neighbouring lattice nodes that are computed together.
///
/// Positions are relative to an origin, in 32-bit floats. Within some 300 km they are correct to a few
/// centimetres; unit vectors would be off by half a metre. Blocks and origins belong to the world's lattice,
/// so a node has the same value to the last bit in every tile that computes it.
struct NodeBlock {
    /// Nodes along an edge of a full block.
    static let side = 8

    private let vectors: [NodeVector]
    /// The centre of the block's nodes, and the distance from it to the farthest node.
    private let centre: SIMD4<Float>
    private let radius: Float

    /// Creates the block of nodes in the given columns and rows, 1…8 of each.
    init(origin: SIMD4<Double>, columns: ArraySlice<Bearing>, rows: ArraySlice<Bearing>) {
        precondition(
            (1...Self.side).contains(columns.count) && (1...Self.side).contains(rows.count),
            "a block has 1…8 rows and columns")
        let nodes = Self.order(columns: columns.count, rows: rows.count).map { column, row in
            SIMD4<Float>(rows[rows.startIndex + row].point(at: columns[columns.startIndex + column]) - origin)
        }
        vectors = stride(from: 0, to: nodes.count, by: 8).map { first in
            NodeVector(nodes[first..<min(first + 8, nodes.count)])
        }
        let centre = nodes.reduce(.zero, +) / Float(nodes.count)
        self.centre = centre
        radius = vectors.lazy.map { $0.farthest(from: centre) }.max() ?? 0
    }

    /// The order of the nodes in ``values(from:field:models:rises:)``.
    ///
    /// In full blocks, eight consecutive nodes form a 4 × 2 group, so that few stations concern them.
    static func order(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
        if columns == side, rows == side { return wholeOrder }
        return (0..<rows).flatMap { row in (0..<columns).map { (column: $0, row: row) } }
    }

    private static let wholeOrder = (0..<side * side).map { place in
        let (vector, lane) = place.quotientAndRemainder(dividingBy: 8)
        return (column: vector % 2 * 4 + lane % 4, row: vector / 2 * 2 + lane / 4)
    }

    /// Averages the stations at every node, eight nodes at a time.
    ///
    /// Each lane holds one node and the stations follow one after the other. Each node's sum thus grows in
    /// the order of the stations, which is by provenance and rank. A station out of reach adds exactly 0.
    ///
    /// `models` holds the model's logarithms at the nodes in the same order, if the field has a model, and
    /// `rises` what the ground adds, if it has terrain.
    func values(
        from stations: LocalStations, field: IntensityField, models: [NodeVector.Model]?,
        rises: [SIMD8<Float>]?
    ) -> [NodeVector.Values] {
        let near = stations.near(centre, radius: radius)
        // A selection for each vector pays off where many of the block's stations do not reach the vector.
        let isLarge = radius > Float(field.reach.chord) / 4
        let isChoosy = near.places.count > (stations.isCut ? 24 : isLarge ? 64 : .max)
        return vectors.enumerated().map { place, vector in
            let chosen =
                isChoosy ? stations.near(vector.centre, radius: vector.radius, among: near) : near
            let sums = vector.sums(stations, chosen, field: field, isCut: stations.isCut)
            func values(of sums: NodeVector.Sums) -> NodeVector.Values {
                let rise = rises?[place]
                guard let models else { return sums.values(field, rise: rise) }
                return sums.values(field, over: models[place], rise: rise)
            }
            guard stations.isCut, !sums.isCovered(field.averaging) else { return values(of: sums) }
            let reached = stations.near(
                vector.centre, radius: vector.radius, within: Float(field.reach.chord))
            let uncut = vector.sums(stations, reached, field: field, isCut: false)
            return values(of: sums.replacedWhereUncovered(by: uncut, field.averaging))
        }
    }
}
