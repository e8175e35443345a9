extension NodeGrid {
    /// The square between four nodes, interpolated bilinearly.
    ///
    /// An unknown corner does not contribute to the grade: the known corners share its weight. Along an edge
    /// only the two nodes at its ends count, so neighbouring cells agree there.
    struct Cell {
        private let northWest: Value
        private let northEast: Value
        private let southWest: Value
        private let southEast: Value
        private let perPixel: Float

        /// Creates the cell to the right of and below a node; `size` is its width and height in pixels.
        init(_ nodes: NodeGrid, column: Int, row: Int, size: Int) {
            northWest = nodes[column, row]
            northEast = nodes[column + 1, row]
            southWest = nodes[column, row + 1]
            southEast = nodes[column + 1, row + 1]
            perPixel = 1 / Float(size)
        }

        /// Whether more than half of a value in the cell may be computed.
        var isMarked: Bool {
            max(northWest.marked, northEast.marked, southWest.marked, southEast.marked) > 0.5
        }

        /// The cell's western and eastern edges at `height` pixels below its northern edge.
        func edges(atHeight height: Float) -> Edges {
            let share = height * perPixel
            return Edges(
                west: Value(northWest, southWest, share: share),
                east: Value(northEast, southEast, share: share),
                perPixel: perPixel)
        }
    }

    /// A row of pixels within a cell.
    struct Edges {
        let west: Value
        let east: Value
        let perPixel: Float

        /// The values at eight positions, given in pixels from the western edge.
        @inline(__always)
        func values(at places: SIMD8<Float>) -> (grades: SIMD8<Float>, confidences: SIMD8<Float>) {
            let share = places * perPixel
            let confidences = west.confidence + (east.confidence - west.confidence) * share
            guard west.known < 1 || east.known < 1 else {
                return (west.grade + (east.grade - west.grade) * share, confidences)
            }
            let westShare = (1 - share) * west.known
            let eastShare = share * east.known
            let known = westShare + eastShare
            let grades = (westShare * west.grade + eastShare * east.grade) / known
            return (grades.replacing(with: 0, where: known .== 0), confidences)
        }
    }

    /// The value at the north-western corner of a pixel, which may be in the margin.
    func value(atCorner corner: (x: Int, y: Int), cell size: Int) -> Value {
        let column = (corner.x + size) / size - 1
        let row = (corner.y + size) / size - 1
        let (right, down) = (corner.x - column * size, corner.y - row * size)
        guard right > 0 || down > 0 else { return self[column, row] }
        let edges = Cell(self, column: column, row: row, size: size).edges(atHeight: Float(down))
        return Value(edges.west, edges.east, share: Float(right) / Float(size))
    }

    /// The value at the centre of a pixel, which may be in the margin; `size` is the size of a cell in
    /// pixels.
    func value(atPixel pixel: (column: Int, row: Int), cell size: Int) -> Value {
        // Rounds down below zero too, as needed in the margin.
        let column = (pixel.column + size) / size - 1
        let row = (pixel.row + size) / size - 1
        let cell = Cell(self, column: column, row: row, size: size)
        let edges = cell.edges(atHeight: Float(pixel.row - row * size) + 0.5)
        let share = (Float(pixel.column - column * size) + 0.5) / Float(size)
        return Value(edges.west, edges.east, share: share)
    }
}

extension NodeGrid.Value {
    /// The value between two others, at `share` of the way from the first to the second.
    fileprivate init(_ first: Self, _ second: Self, share: Float) {
        confidence = first.confidence + (second.confidence - first.confidence) * share
        marked = first.marked + (second.marked - first.marked) * share
        guard first.known < 1 || second.known < 1 else {
            known = 1
            grade = first.grade + (second.grade - first.grade) * share
            return
        }
        let firstShare = (1 - share) * first.known
        let secondShare = share * second.known
        known = firstShare + secondShare
        grade = known > 0 ? (firstShare * first.grade + secondShare * second.grade) / known : 0
    }
}
