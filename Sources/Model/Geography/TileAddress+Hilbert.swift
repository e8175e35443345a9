extension TileAddress {
    /// The number of the tile on a Hilbert curve through all tiles of all zooms, lowest zoom first.
    ///
    /// Tiles with close numbers are near each other, which is the order of PMTiles
    /// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, 4.1).
    package var hilbertNumber: UInt64 {
        let size = 1 << zoom
        var (x, y) = (column, row)
        // All lower zooms together have (4^zoom − 1) / 3 tiles.
        var number = (UInt64(size) * UInt64(size) - 1) / 3
        var half = size / 2
        while half > 0 {
            let isEast = x & half != 0
            let isSouth = y & half != 0
            let quarter: UInt64 = isEast ? (isSouth ? 2 : 3) : (isSouth ? 1 : 0)
            number += UInt64(half) * UInt64(half) * quarter
            if !isSouth {
                // The first quarter is turned to the left, and the last to the right.
                if isEast { (x, y) = (size - 1 - x, size - 1 - y) }
                swap(&x, &y)
            }
            half /= 2
        }
        return number
    }
}
