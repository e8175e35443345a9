/// The address of a square of longitudes and latitudes: a tile of the matrix set WorldCRS84Quad (OGC 17-083r4, annex D.3).
///
/// Zoom 0 has two tiles of 180°, and each further zoom halves them; row 0 is the northernmost. Unlike those of a map, the
/// cells of such a tile have equal sides in degrees.
package struct DegreeTile: Hashable, Sendable {
    package let zoom: Int
    package let column: Int
    package let row: Int

    /// The available zooms: tiles of 11.25° to 1.40625°.
    ///
    /// The finest tile is 156 km high, so that a request tells little of where somebody is.
    package static let zooms = 4...7

    /// Creates an address, or returns `nil` when the zoom does not exist or has no such column or row.
    package init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom), (0..<2 << zoom).contains(column), (0..<1 << zoom).contains(row)
        else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// Creates the address of the tile that holds a position; at the eastern and southern edge of the world, of the last.
    package init(holding position: Coordinate, zoom: Int) {
        precondition(Self.zooms.contains(zoom), "zoom \(zoom) does not exist")
        let side = 180 / Double(1 << zoom)
        self.zoom = zoom
        column = min(Int((position.longitude + 180) / side), (2 << zoom) - 1)
        row = min(Int((90 - position.latitude) / side), (1 << zoom) - 1)
    }

    /// Degrees from one edge to the other.
    package var side: Double { 180 / Double(1 << zoom) }

    /// The area of the tile.
    package var bounds: BoundingBox {
        let (west, north) = (Double(column) * side - 180, 90 - Double(row) * side)
        return BoundingBox(uncheckedWest: west, south: north - side, east: west + side, north: north)
    }

    /// The middle of each cell of a tile that is cut into `count` × `count`: rows from the south, each from the west.
    package func middles(ofCells count: Int) -> [Coordinate] {
        let (corner, step) = (bounds, side / Double(count))
        return (0..<count).flatMap { row in
            (0..<count).map { column in
                Coordinate(
                    uncheckedLongitude: corner.west + (Double(column) + 0.5) * step,
                    latitude: corner.south + (Double(row) + 0.5) * step)
            }
        }
    }
}
