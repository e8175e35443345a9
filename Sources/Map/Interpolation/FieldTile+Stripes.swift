/// The pattern of diagonal stripes that marks computed, not measured, values.
enum Stripes {
    /// The distance in pixels from one stripe to the next along a row, at scale 1.
    ///
    /// It is a divisor of the tile's side, so that the pattern continues in the next tile.
    private static let period = 16

    /// The share of the confidence that remains in a stripe: where the colour is full, the stripe is pale; where it
    /// is pale, the stripe is a gap.
    static let share: Float = 0.135

    /// Visits the columns of a row that are in a stripe; a stripe takes up an eighth of the period.
    @inline(__always)
    static func visit(_ columns: Range<Int>, ofRow row: Int, scale: Int, _ body: (Int) -> Void) {
        let period = Self.period * scale
        var column = columns.lowerBound
        while column < columns.upperBound {
            let phase = (column + row) % period
            if phase < period / 8 {
                body(column)
                column += 1
            } else {
                column += period - phase
            }
        }
    }
}

extension FieldTile {
    /// Fades the pixels in the stripes where values were computed.
    func stripe(band number: Int, _ band: inout FieldBand) {
        let top = number * bandHeight
        for upper in stride(from: 0, to: bandHeight, by: cell) {
            for left in stride(from: 0, to: side, by: cell) {
                let square = NodeGrid.Cell(
                    nodes, column: left / cell, row: (top + upper) / cell, size: cell)
                if square.isMarked {
                    stripe(square, left: left, lines: upper..<upper + cell, top: top, &band)
                }
            }
        }
    }

    /// Fades the stripes within one cell.
    private func stripe(
        _ square: NodeGrid.Cell, left: Int, lines: Range<Int>, top: Int, _ band: inout FieldBand
    ) {
        let scale = bandHeight / Lattice.largestStep
        let size = Float(cell)
        band.confidences.withUnsafeMutableBufferPointer { confidences in
            for line in lines {
                let edges = square.edges(atHeight: Float(line - lines.lowerBound) + 0.5)
                let (west, east) = (edges.west.marked, edges.east.marked)
                Stripes.visit(left..<left + cell, ofRow: top + line, scale: scale) { column in
                    let share = (Float(column - left) + 0.5) / size
                    if west + (east - west) * share > 0.5 {
                        confidences[line * side + column] *= Stripes.share
                    }
                }
            }
        }
    }
}
