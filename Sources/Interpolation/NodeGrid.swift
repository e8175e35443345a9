import Geography

/// A field's values at the nodes of a lattice, and between them.
struct NodeGrid: Sendable {
    /// What is known at a point.
    struct Value: Sendable {
        /// The ``Grade``; meaningless where nothing is known.
        var grade: Float
        /// 1 where a station is in reach, 0 elsewhere; between nodes the share of the known ones.
        var known: Float
        /// 0…1 where something is known; below 0 elsewhere, so that the line between passes 0 near the reach.
        var confidence: Float
    }

    private let stride: Int
    private var values: [Value]

    /// Computes the nodes from the stations of the given ranks.
    init(_ lattice: Lattice, field: IntensityField, ranks: [Int]) {
        stride = lattice.nodes
        values = (-1..<lattice.cells + 2).flatMap { row in
            let unknown = Value(grade: 0, known: 0, confidence: lattice.unknownConfidence(inRow: row))
            return [Value](repeating: unknown, count: lattice.nodes)
        }
        let columns = (-1..<lattice.cells + 2).map(lattice.longitude(ofColumn:))
        let rows = (-1..<lattice.cells + 2).map(lattice.latitude(ofRow:))
        let stations = ranks.map { field.index.points[$0] }
        for rowBlock in lattice.blocks {
            // |Δ sin φ| is at most the chord.
            let blockRows = rows[rowBlock.lowerBound + 1..<rowBlock.upperBound + 1]
            let sines = blockRows.map(\.sine)
            let highest = (sines.max() ?? 1) + Reach.chord
            let lowest = (sines.min() ?? -1) - Reach.chord
            let nearby = stations.filter { $0.z >= lowest && $0.z <= highest }
            guard !nearby.isEmpty else { continue }
            let cornerRow = lattice.latitude(ofRow: Lattice.corner(of: rowBlock))
            for columnBlock in lattice.blocks {
                let corner = lattice.longitude(ofColumn: Lattice.corner(of: columnBlock))
                let block = NodeBlock(
                    corner: cornerRow.point(at: corner),
                    columns: columns[columnBlock.lowerBound + 1..<columnBlock.upperBound + 1], rows: blockRows
                )
                let values = block.values(
                    from: block.reached(by: nearby), averaging: field.averaging, lift: field.lift)
                keep(values, columnBlock, rowBlock, grades: field.grades)
            }
        }
    }

    private mutating func keep(
        _ block: NodeBlock.Values, _ columns: Range<Int>, _ rows: Range<Int>, grades: GradeTable
    ) {
        var place = 0
        for row in rows {
            for column in columns {
                let (vector, lane) = place.quotientAndRemainder(dividingBy: 8)
                place += 1
                guard block.weights[vector][lane] > 0 else { continue }
                values[(row + 1) * stride + column + 1] = Value(
                    grade: grades.grade(ofLogarithm: block.logarithms[vector][lane]), known: 1,
                    confidence: Float(
                        Reach.confidence(atSquaredChord: Double(block.squaredChords[vector][lane]))))
            }
        }
    }

    /// The value at a node, counted from the first inside the margin; −1 is the margin.
    subscript(column: Int, row: Int) -> Value { values[(row + 1) * stride + column + 1] }
}
