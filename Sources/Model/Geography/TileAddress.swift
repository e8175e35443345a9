/// The address of a map tile in the XYZ scheme: row 0 is the northernmost.
package struct TileAddress: Hashable, Sendable {
    package let zoom: Int
    package let column: Int
    package let row: Int

    /// The available zooms: at 22 a pixel is under 4 cm, and nothing measured here is finer.
    package static let zooms = 0...22

    /// Creates an address, or returns `nil` when the zoom does not exist or has no such column or row.
    package init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom) else { return nil }
        let size = 1 << zoom
        guard (0..<size).contains(column), (0..<size).contains(row) else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// Creates the address of the tile that holds a position.
    ///
    /// Positions beyond the projection's latitude limit belong to the outermost row.
    package init(holding position: Coordinate, zoom: Int) {
        precondition(Self.zooms.contains(zoom), "zoom \(zoom) does not exist")
        let size = Double(1 << zoom)
        self.zoom = zoom
        column = Int(min(max(WebMercator.x(longitude: position.longitude) * size, 0), size - 1))
        row = Int(min(max(WebMercator.y(latitude: position.latitude) * size, 0), size - 1))
    }

    /// The area of the tile.
    package var bounds: BoundingBox {
        let size = Double(1 << zoom)
        return BoundingBox(
            uncheckedWest: WebMercator.longitude(x: Double(column) / size),
            south: WebMercator.latitude(y: Double(row + 1) / size),
            east: WebMercator.longitude(x: Double(column + 1) / size),
            north: WebMercator.latitude(y: Double(row) / size))
    }
}
