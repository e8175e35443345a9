package import Geography

/// A point on the Web Mercator square of the world, in units of 2⁻³⁰ of its side; x points east and y south.
///
/// At zoom 14, the last one that is drawn, a unit is 1/256 of a pixel, the finest step that Cairo draws. At
/// the equator a unit is 4 cm. With whole numbers equal points compare equal, so that the borders that two
/// areas share are found.
package struct WorldPoint: Hashable, Sendable {
    package let x: Int32
    package let y: Int32

    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// The side of the world in units.
    static let side = 1 << 30

    /// Projects a position; latitudes beyond 86° are drawn at 86°, just outside the square.
    package init(_ position: Coordinate) {
        let latitude = min(max(position.latitude, -86), 86)
        x = Int32((WebMercator.x(longitude: position.longitude) * Double(Self.side)).rounded())
        y = Int32((WebMercator.y(latitude: latitude) * Double(Self.side)).rounded())
    }

    /// Whether the point is on the left or right edge of the square, where the data cut areas in two.
    var isOnAntimeridian: Bool { x == 0 || x == Self.side }

    /// Units per pixel at a zoom, with 256 pixels per tile.
    static func unitsPerPixel(zoom: Int) -> Double { Double(side >> 8) / Double(1 << zoom) }
}

/// A box of world points, including its edges.
struct WorldBox: Hashable, Sendable {
    var minX: Int32
    var minY: Int32
    var maxX: Int32
    var maxY: Int32

    /// The box around at least one point.
    init(around points: some Collection<WorldPoint>) {
        (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
        for point in points {
            minX = min(minX, point.x)
            maxX = max(maxX, point.x)
            minY = min(minY, point.y)
            maxY = max(maxY, point.y)
        }
    }

    init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    var width: Int32 { maxX - minX }
    var height: Int32 { maxY - minY }

    /// The sides of `window` beyond which the whole box lies, one bit each; 0 when it may touch the window.
    func sidesOutside(_ window: WorldBox) -> UInt8 {
        (maxX < window.minX ? 1 : 0) | (minX > window.maxX ? 2 : 0) | (maxY < window.minY ? 4 : 0)
            | (minY > window.maxY ? 8 : 0)
    }
}
