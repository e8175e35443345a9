import Geography
import Observations

/// A field's values at the nodes of a lattice, and between them.
struct NodeGrid: Sendable {
    /// The values of a field at one point.
    struct Value: Sendable {
        /// The ``Grade``; meaningless where nothing is known.
        var grade: Float
        /// 1 where a station is in reach or a model covers the place, 0 elsewhere; between nodes the share of the known ones.
        var known: Float
        /// 0…1 where something is known; below 0 elsewhere, so that interpolation passes 0 near the reach.
        var confidence: Float
        /// The share of computed values in the estimate, 0…1.
        var marked: Float
    }

    private let stride: Int
    private var values: [Value]

    /// Whether a computed value contributes to any node.
    private(set) var hasMarks = false

    /// Computes the nodes from the stations of the given ranks.
    init(_ lattice: Lattice, field: IntensityField, ranks: [Int]) {
        stride = lattice.nodes
        let models = field.model.map { NodeNumbers(lattice, grid: $0.grid) }
        let rises = field.terrain.map { NodeNumbers(lattice, terrain: $0) }
        values = (-1..<lattice.cells + 2).flatMap { row in
            let confidence = lattice.unknownConfidence(inRow: row, reach: field.reach)
            let unknown = Value(grade: 0, known: 0, confidence: confidence, marked: 0)
            guard let models else { return [Value](repeating: unknown, count: lattice.nodes) }
            return models.row(row).map { logarithm in
                logarithm < 0 ? unknown : Value(alone: logarithm, grades: field.grades)
            }
        }
        hasMarks = models != nil && values.contains { $0.marked > 0 }
        let columns = (-1..<lattice.cells + 2).map(lattice.longitude(ofColumn:))
        let rows = (-1..<lattice.cells + 2).map(lattice.latitude(ofRow:))
        let sources = field.sources(ofRanks: ranks)
        for rowSquare in lattice.squares {
            let northern = lattice.latitude(ofRow: rowSquare.first)
            for columnSquare in lattice.squares {
                let origin = northern.point(at: lattice.longitude(ofColumn: columnSquare.first))
                let region = NodeRegion(
                    columns: columns[columnSquare.nodes.shifted(by: 1)],
                    rows: rows[rowSquare.nodes.shifted(by: 1)])
                let reached = sources.filter { region.isReached(by: $0, reach: field.reach) }
                guard !reached.isEmpty else { continue }
                let stations = LocalStations(reached, origin: origin, reach: field.reach)
                for rowBlock in rowSquare.blocks {
                    for columnBlock in columnSquare.blocks {
                        let block = NodeBlock(
                            origin: origin, columns: columns[columnBlock.shifted(by: 1)],
                            rows: rows[rowBlock.shifted(by: 1)])
                        keep(
                            block.values(
                                from: stations, field: field,
                                models: models?.vectors(columns: columnBlock, rows: rowBlock),
                                rises: rises?.vectors(columns: columnBlock, rows: rowBlock)),
                            columnBlock, rowBlock, grades: field.grades)
                    }
                }
            }
        }
    }

    private mutating func keep(
        _ block: [NodeVector.Values], _ columns: Range<Int>, _ rows: Range<Int>, grades: GradeTable
    ) {
        for (place, node) in NodeBlock.order(columns: columns.count, rows: rows.count).enumerated() {
            let (vector, lane) = place.quotientAndRemainder(dividingBy: 8)
            guard block[vector].weights[lane] > 0 else { continue }
            let marked = block[vector].marked[lane]
            if marked > 0 { hasMarks = true }
            let index = (rows.lowerBound + node.row + 1) * stride + columns.lowerBound + node.column + 1
            values[index] = Value(
                grade: grades.grade(ofLogarithm: block[vector].logarithms[lane]), known: 1,
                confidence: block[vector].confidences[lane], marked: marked)
        }
    }

    /// The value at a node, counted from the first one inside the margin; −1 is in the margin.
    subscript(column: Int, row: Int) -> Value { values[(row + 1) * stride + column + 1] }
}

extension NodeGrid.Value {
    /// The value where a model stands alone.
    fileprivate init(alone logarithm: Float, grades: GradeTable) {
        self.init(
            grade: grades.grade(ofLogarithm: logarithm), known: 1, confidence: Float(FieldModel.confidence),
            marked: 1)
    }
}

extension IntensityField {
    /// The sources of the given ranks, ordered by provenance and rank.
    fileprivate func sources(ofRanks ranks: [Int]) -> [Source] {
        let sources = ranks.map { index.sources[$0] }
        guard provenances.count > 1 else { return sources }
        return provenances.indices.flatMap { provenance in
            sources.filter { $0.provenance == provenance }
        }
    }
}

extension Range<Int> {
    fileprivate func shifted(by offset: Int) -> Range { lowerBound + offset..<upperBound + offset }
}
