/// The pattern of diagonal stripes that marks values which were computed instead of measured.
enum Stripes {
    /// The distance in pixels from one stripe to the next along a row, at scale 1; it divides the side of a tile, so
    /// that the pattern goes on in the next one.
    private static let period = 16

    /// How much of the confidence is left in a stripe: enough to tell the level, and little enough to be seen.
    static let share: Float = 0.7

    /// Whether a pixel is in a stripe; a stripe takes an eighth of the period.
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
