import Geography

extension [Polygon] {
    /// The polygons as well-known binary (a little-endian MultiPolygon), exactly as they were given.
    ///
    /// - Returns: 16 bytes for each vertex and a few more for each ring.
    package func wkb() throws(TopologyError) -> [UInt8] {
        let rings = map { polygon in
            ([polygon.exterior] + polygon.holes).map { ring in
                ring.map { SIMD2($0.longitude, $0.latitude) }
            }
        }
        return try Geometry(polygons: rings, in: GeometryContext()).wkb()
    }

    /// Reads what ``wkb()`` wrote; a single polygon is understood too.
    package init(wkb: [UInt8]) throws(TopologyError) {
        let polygons = try Geometry(wkb: wkb, in: GeometryContext()).polygons()
        guard !polygons.isEmpty else { throw .malformedBytes }
        self = try polygons.map { rings throws(TopologyError) in
            try Polygon(rings: rings) { Coordinate(longitude: $0.x, latitude: $0.y) }
        }
    }
}

extension Polygon {
    /// Creates a polygon from rings in the plane.
    ///
    /// - Parameters:
    ///   - rings: The exterior ring, then the holes.
    ///   - coordinate: Makes a position of a vertex, or `nil` when it is none.
    /// - Throws: When the rings make no polygon.
    init(
        rings: Rings, coordinate: (SIMD2<Double>) -> Coordinate?
    ) throws(TopologyError) {
        let positions = rings.map { $0.compactMap(coordinate) }
        guard let exterior = positions.first, positions.map(\.count) == rings.map(\.count),
            let polygon = Polygon(exterior: exterior, holes: Array(positions.dropFirst()))
        else { throw .malformedBytes }
        self = polygon
    }
}
