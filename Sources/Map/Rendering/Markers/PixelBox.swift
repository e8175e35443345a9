import Geography

/// A rectangle of the map at one zoom, in units of 1/256 of a tile from the world's north-west.
///
/// Positions are whole units at every scale, so that a mark is on whole pixels in each picture, and all
/// pictures of a zoom place it identically.
struct PixelBox: Hashable, Sendable {
    /// The units along a tile's edge.
    static let tile = 256

    let x: Int
    let y: Int
    let width: Int
    let height: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    init(_ tile: TileAddress) {
        self.init(
            x: tile.column * Self.tile, y: tile.row * Self.tile, width: Self.tile, height: Self.tile)
    }

    /// The units around the world at a zoom.
    static func world(atZoom zoom: Int) -> Int { tile << zoom }

    /// The unit nearest to a position, or `nil` beyond the projection's latitude limit.
    static func place(of position: Coordinate, zoom: Int) -> (x: Int, y: Int)? {
        guard abs(position.latitude) <= WebMercator.latitudeLimit else { return nil }
        let world = world(atZoom: zoom)
        let x = Int((WebMercator.x(longitude: position.longitude) * Double(world)).rounded())
        let y = Int((WebMercator.y(latitude: position.latitude) * Double(world)).rounded())
        return (x % world, y)
    }

    func moved(byX x: Int, y: Int) -> PixelBox {
        PixelBox(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    func intersects(_ other: PixelBox) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height
            && other.y < y + height
    }
}

extension Int {
    /// The remainder in 0..<divisor, for negative numbers too.
    func wrapped(to divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// The quotient rounded down.
    func floored(by divisor: Int) -> Int { (self - wrapped(to: divisor)) / divisor }
}
