/// The pattern of diagonal stripes that marks computed, not measured, values.
enum Stripes {
    /// The distance in pixels from one stripe to the next along a row, at scale 1.
    ///
    /// It is a divisor of the tile's side, so that the pattern continues in the next tile.
    private static let period = 16

    /// The share of the confidence that remains in a stripe: the level stays legible, and the stripe visible.
    static let share: Float = 0.7

    /// Whether a pixel is in a stripe; a stripe takes up an eighth of the period.
    static func hold(column: Int, row: Int, scale: Int) -> Bool {
        let period = Self.period * scale
        return (column + row) % period < period / 8
    }
}

extension FieldTile {
    /// Fades the pixels in the stripes where values were computed.
    func stripe(band number: Int, _ band: inout FieldBand) {
        let scale = bandHeight / Lattice.largestStep
        for line in 0..<bandHeight {
            let row = number * bandHeight + line
            for column in 0..<side where Stripes.hold(column: column, row: row, scale: scale) {
                let pixel = line * side + column
                guard band.confidences[pixel] > 0 else { continue }
                let value = nodes.value(atPixel: (column, row), cell: cell)
                if value.marked > 0.5 { band.confidences[pixel] *= Stripes.share }
            }
        }
    }
}
