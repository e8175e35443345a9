import Geography
import Observations

/// A number for each node of a lattice, margin included.
struct NodeNumbers {
    /// Stands for a model's logarithm where it has none.
    private static let unknown: Float = -1

    private let stride: Int
    private let numbers: [Float]

    /// A model's logarithms, below 0 where it has none.
    init(_ lattice: Lattice, grid: ModelGrid) {
        self.init(lattice) { grid.logarithm(east: $0, north: $1) ?? Self.unknown }
    }

    /// What the ground adds.
    init(_ lattice: Lattice, terrain: FieldTerrain) {
        self.init(lattice) { Float(terrain.part(east: $0, north: $1)) }
    }

    private init(_ lattice: Lattice, _ number: (_ east: Double, _ north: Double) -> Float) {
        stride = lattice.nodes
        let columns = (-1..<lattice.cells + 2).map(lattice.degreesEast(ofColumn:))
        numbers = (-1..<lattice.cells + 2).flatMap { row in
            let north = lattice.degreesNorth(ofRow: row)
            return columns.map { number($0, north) }
        }
    }

    /// The nodes of a row, counted from the first one inside the margin.
    func row(_ row: Int) -> ArraySlice<Float> { numbers[(row + 1) * stride..<(row + 2) * stride] }

    /// The nodes of a block, eight at a time in the order of ``NodeBlock``; the last one may be repeated.
    func vectors(columns: Range<Int>, rows: Range<Int>) -> [SIMD8<Float>] {
        let nodes = NodeBlock.order(columns: columns.count, rows: rows.count).map { column, row in
            numbers[(rows.lowerBound + row + 1) * stride + columns.lowerBound + column + 1]
        }
        return Swift.stride(from: 0, to: nodes.count, by: 8).map { first in
            var vector = SIMD8<Float>.zero
            for lane in 0..<8 { vector[lane] = nodes[min(first + lane, nodes.count - 1)] }
            return vector
        }
    }
}
