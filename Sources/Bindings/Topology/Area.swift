package import Geography

/// The rules for areas that people draw.
///
/// Edges are straight in the plane of longitude and latitude, as GeoJSON defines them (RFC 7946, 3.1.1).
package enum Area {
    /// Checks an area and normalises it as RFC 7946 requires.
    ///
    /// Exterior rings are turned counter-clockwise and holes clockwise, and polygons are cut at the
    /// antimeridian. A ring may cross the antimeridian, or be cut there already. Two vertices more than 180°
    /// of longitude apart are joined the short way. A ring around the Earth's axis encloses the nearer pole.
    /// The polygons of an area may touch and overlap; the area is their union. Polygons that do not reach the
    /// antimeridian keep their vertices.
    ///
    /// - Parameter polygons: The polygons as given, each ring in either direction.
    /// - Returns: Polygons that are each valid on their own.
    /// - Throws: The first fault that makes the area unusable, with its location.
    package static func validated(polygons: [Polygon]) throws(TopologyError) -> [Polygon] {
        guard !polygons.isEmpty else { throw .empty }
        let context = try GeometryContext()
        var result: [Polygon] = []
        for (index, polygon) in polygons.enumerated() {
            let plane = try PlanePolygon(polygon, index: index)
            try check(plane, index: index, in: context)
            result += try cut(plane, index: index, in: context)
        }
        return result
    }

    private static func check(
        _ polygon: PlanePolygon, index: Int, in context: GeometryContext
    ) throws(TopologyError) {
        let geometry = try Geometry(rings: polygon.rings, in: context)
        guard let fault = try geometry.fault() else {
            guard try geometry.area() > 0 else { throw .zeroArea(polygon: index) }
            return
        }
        // A shape on a single line encloses nothing. GEOS would only report a self-intersection.
        let hull = try Geometry(rings: [polygon.exterior], in: context).convexHull()
        guard try hull.area() > 0 else { throw .zeroArea(polygon: index) }
        let place = fault.place.map { Coordinate(wrappingLongitude: $0.x, latitude: $0.y) }
        throw .invalid(polygon: index, reason: fault.reason, place: place)
    }

    /// Cuts a polygon at the antimeridian and moves each part back into −180…180.
    private static func cut(
        _ polygon: PlanePolygon, index: Int, in context: GeometryContext
    ) throws(TopologyError) -> [Polygon] {
        guard polygon.longitudes.upperBound > 180 + rounding else {
            return [try Polygon(rings: wound(polygon.rings)) { back($0, turns: 0) }]
        }
        let whole = try Geometry(rings: polygon.rings, in: context)
        var parts: [Polygon] = []
        for turn in 0...1 {
            let strip = try Geometry(rings: [strip(turn: turn)], in: context)
            for rings in try whole.intersection(with: strip).polygons() {
                let part = try Polygon(rings: wound(rings)) { back($0, turns: turn) }
                // A sliver along the antimeridian vanishes once its vertices are snapped to it.
                let hasWidth = part.exterior.contains { $0.longitude != part.exterior[0].longitude }
                if hasWidth { parts.append(part) }
            }
        }
        guard !parts.isEmpty else { throw .zeroArea(polygon: index) }
        return parts
    }

    /// How far in degrees a computed vertex may miss the antimeridian: a tenth of a millimetre.
    private static let rounding = 1e-9

    /// Returns the plane between two antimeridians as a ring.
    private static func strip(turn: Int) -> [SIMD2<Double>] {
        let west = 360 * Double(turn) - 180
        return [
            SIMD2(west, -90), SIMD2(west + 360, -90), SIMD2(west + 360, 90), SIMD2(west, 90),
            SIMD2(west, -90),
        ]
    }

    /// Moves a vertex back by whole turns, and snaps it to the antimeridian if rounding moved it off.
    private static func back(_ point: SIMD2<Double>, turns: Int) -> Coordinate {
        let longitude = point.x - 360 * Double(turns)
        let snapped = abs(abs(longitude) - 180) < rounding ? (longitude < 0 ? -180.0 : 180.0) : longitude
        return Coordinate(wrappingLongitude: snapped, latitude: point.y)
    }

    /// Orients the exterior ring counter-clockwise and the holes clockwise (RFC 7946, 3.1.6).
    private static func wound(_ rings: Rings) -> Rings {
        rings.enumerated().map { index, ring in
            isCounterClockwise(ring) == (index == 0) ? ring : ring.reversed()
        }
    }

    private static func isCounterClockwise(_ ring: [SIMD2<Double>]) -> Bool {
        var doubledArea = 0.0
        for (start, end) in zip(ring, ring.dropFirst()) {
            // Relative to the first vertex, so that a small ring far from the origin keeps its precision.
            let (a, b) = (start - ring[0], end - ring[0])
            doubledArea += a.x * b.y - b.x * a.y
        }
        return doubledArea > 0
    }
}
