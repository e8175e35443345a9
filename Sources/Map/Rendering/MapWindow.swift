package import Geography

/// A region at a zoom, in pixels: the content of a picture.
package struct MapWindow: Hashable, Sendable {
    package let zoom: Int
    /// The first column of pixels of the world, counted eastwards from the antimeridian.
    let left: Int
    let top: Int
    /// The size in pixels.
    package let width: Int
    package let height: Int
    package let box: BoundingBox

    /// The pixels of a box at a zoom.
    package init(_ box: BoundingBox, zoom: Int) {
        let world = Double(256 << zoom)
        /// The vertical position of a latitude; the projection ends before the poles.
        func y(_ latitude: Double) -> Double { min(max(WebMercator.y(latitude: latitude), 0), 1) * world }
        let west = WebMercator.x(longitude: box.west) * world
        let east = WebMercator.x(longitude: box.east) * world + (box.crossesAntimeridian ? world : 0)
        self.zoom = zoom
        self.box = box
        // The last column and row start before the world's edge.
        left = Int(min(west.rounded(.down), world - 1))
        top = Int(min(y(box.north).rounded(.down), world - 1))
        width = max(Int(east.rounded(.up)) - left, 1)
        height = max(Int(y(box.south).rounded(.up)) - top, 1)
    }

    /// The highest zoom at which a box is at most `side` pixels wide and high; otherwise zoom 0.
    package init(_ box: BoundingBox, upTo side: Int) {
        let fitting = TileAddress.zooms.reversed().lazy.map { MapWindow(box, zoom: $0) }
            .first { $0.width <= side && $0.height <= side }
        self = fitting ?? MapWindow(box, zoom: 0)
    }

    /// The tiles of the window, with the positions of their top left corners in it.
    package var tiles: [(address: TileAddress, x: Int, y: Int)] {
        let size = 1 << zoom
        return (top >> 8...(top + height - 1) >> 8).flatMap { row in
            (left >> 8...(left + width - 1) >> 8).compactMap { column in
                // Columns beyond the antimeridian are those at the other end of the world.
                TileAddress(zoom: zoom, column: column % size, row: row)
                    .map { ($0, column << 8 - left, row << 8 - top) }
            }
        }
    }

    /// A position in the window, in pixels from its top left; outside the window when it is not in the box.
    package func place(of position: Coordinate) -> (x: Double, y: Double) {
        let world = Double(256 << zoom)
        let x = WebMercator.x(longitude: position.longitude) * world - Double(left)
        let y = WebMercator.y(latitude: position.latitude) * world - Double(top)
        return (x < 0 && box.crossesAntimeridian ? x + world : x, y)
    }
}
