import Geography

/// A polygon in the plane of longitude and latitude.
///
/// It has no jumps at the antimeridian, and is closed over the pole if it goes around one. Its westernmost
/// longitude is in −180..<180, and it is at most 360° wide.
struct PlanePolygon {
    let exterior: [SIMD2<Double>]
    let holes: [[SIMD2<Double>]]
    let longitudes: ClosedRange<Double>
    let latitudes: ClosedRange<Double>

    /// Lays out a polygon.
    ///
    /// - Parameters:
    ///   - polygon: The rings as given.
    ///   - index: The index of the polygon in its area, for the error.
    /// - Throws: An error if it is ambiguous which area is meant.
    init(_ polygon: Polygon, index: Int) throws(TopologyError) {
        let exterior = try Self.layOut(polygon.exterior, polygon: index, ring: 0)
        var holes: [PlaneRing] = []
        for (offset, ring) in polygon.holes.enumerated() {
            let hole = try Self.layOut(ring, polygon: index, ring: offset + 1)
            guard hole.turns == 0 else { throw .holesRoundPole(polygon: index) }
            holes.append(hole)
        }
        if exterior.turns == 0 {
            let range = exterior.longitudes
            guard range.upperBound - range.lowerBound <= 360 + Self.tolerance else {
                throw .widerThanTheGlobe(polygon: index)
            }
            self.init(exterior: exterior.points, holes: holes.map { $0.placed(within: range) ?? $0 })
        } else {
            try self.init(roundPole: exterior, holes: holes, index: index)
        }
    }

    /// All rings, the exterior first.
    var rings: Rings { [exterior] + holes }

    /// Opens a ring around a pole along a meridian that no hole crosses.
    private init(roundPole ring: PlaneRing, holes: [PlaneRing], index: Int) throws(TopologyError) {
        let vertices = ring.points.count - 1
        for start in stride(from: 0, to: vertices, by: (vertices + Self.meridians - 1) / Self.meridians) {
            let path = ring.closedOverPole(from: start)
            let xs = path.map(\.x)
            let range = (xs.min() ?? 0)...(xs.max() ?? 0)
            // A ring that sways back over its own start is wider than a turn. Another start may work.
            guard range.upperBound - range.lowerBound <= 360 + Self.tolerance else { continue }
            let placed = holes.compactMap { $0.placed(within: range) }
            guard placed.count == holes.count else { continue }
            self.init(exterior: path, holes: placed)
            return
        }
        throw holes.isEmpty ? .widerThanTheGlobe(polygon: index) : .holesRoundPole(polygon: index)
    }

    private init(exterior: [SIMD2<Double>], holes: [PlaneRing]) {
        let xs = exterior.map(\.x)
        let ys = exterior.map(\.y)
        let west = xs.min() ?? 0
        let turns = ((west + 180) / 360).rounded(.down)
        let move = SIMD2(-360 * turns, 0)
        self.exterior = turns == 0 ? exterior : exterior.map { $0 + move }
        self.holes = holes.map { $0.moved(turns: -Int(turns)).points }
        longitudes = (west + move.x)...((xs.max() ?? 0) + move.x)
        latitudes = (ys.min() ?? 0)...(ys.max() ?? 0)
    }

    /// The most meridians that are tried, which limits the work for any outline, however long.
    private static let meridians = 64
    /// A nanodegree, which allows for rounding in sums of turns and longitudes.
    private static let tolerance = 1e-9

    private static func layOut(
        _ ring: [Coordinate], polygon: Int, ring number: Int
    ) throws(TopologyError) -> PlaneRing {
        let plane: PlaneRing
        do {
            plane = try PlaneRing(ring)
        } catch {
            switch error {
            case .ambiguousEdge(let vertex):
                throw .ambiguousEdge(polygon: polygon, ring: number, vertex: vertex)
            case .severalTurns: throw .widerThanTheGlobe(polygon: polygon)
            }
        }
        guard plane.hasCorners else { throw .ringTooSmall(polygon: polygon, ring: number) }
        return plane
    }
}

extension PlaneRing {
    /// Returns the ring moved by whole turns into a range of longitudes, or `nil` if it does not fit.
    fileprivate func placed(within range: ClosedRange<Double>) -> PlaneRing? {
        let own = longitudes
        let turns = ((range.lowerBound - own.lowerBound - 1e-9) / 360).rounded(.up)
        guard own.upperBound + 360 * turns <= range.upperBound + 1e-9 else { return nil }
        return moved(turns: Int(turns))
    }
}
