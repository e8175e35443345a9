/// A correction that gives the pixel of a station the station's own value.
///
/// The lattice is coarser than the pixels, so the surface between its nodes misses the readings. A tent adds
/// the difference: all of it at the station's pixel, less and less around it, and nothing from ``radius``
/// pixels on. The radius ends at the next station's pixel, so that no tent changes another.
struct Tent {
    /// The station's pixel in the tile, which may be outside the tile.
    let column: Int
    let row: Int
    /// In pixels, 1 or more; 1 touches the station's pixel only.
    let radius: Int
    /// The value at the pixel: the mean of the logarithms where stations share it, as a ``Grade``.
    let grade: Float
    /// The confidence at the pixel, 0…1.
    let confidence: Float
}

/// The share of a tent's correction that a pixel takes, by its distance from the centre.
struct TentShape {
    /// Shares by radius, then row by row from (−radius + 1, −radius + 1).
    private let shares: [[Float]]

    /// Makes the shapes for all radii up to `largest`.
    init(upTo largest: Int) {
        shares = (0...largest).map { radius in
            guard radius > 0 else { return [] }
            let offsets = (1 - radius)...(radius - 1)
            return offsets.flatMap { y in
                offsets.map { x in
                    max(0, 1 - Float(x * x + y * y).squareRoot() / Float(radius))
                }
            }
        }
    }

    static let standard = TentShape(upTo: 16)

    /// The row of shares, from column −radius + 1 to radius − 1, at `y` rows from the centre.
    func row(_ y: Int, ofRadius radius: Int) -> ArraySlice<Float> {
        let width = 2 * radius - 1
        let start = (y + radius - 1) * width
        return shares[radius][start..<start + width]
    }
}
