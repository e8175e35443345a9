import CGEOS
package import Geography

/// An area prepared for many fast tests of whether it covers a position.
///
/// Only one thread at a time may use it, because GEOS builds its index on first use.
@safe package struct PreparedArea: ~Copyable {
    private let geometry: Geometry
    private let prepared: OpaquePointer
    private let longitudes: ClosedRange<Double>
    private let latitudes: ClosedRange<Double>

    /// One box, or two if the area touches or crosses the antimeridian, as an R*Tree requires.
    package let bounds: [BoundingBox]
    /// A position that is certainly inside the area, near the middle of its widest part.
    package let pointOnSurface: Coordinate

    /// Prepares an area that ``Area/validated(polygons:)`` has accepted.
    ///
    /// - Throws: An error if the rings cannot be laid out. Self-intersections are not detected.
    package init(_ polygons: [Polygon]) throws(TopologyError) {
        guard !polygons.isEmpty else { throw .empty }
        var planes: [PlanePolygon] = []
        for (index, polygon) in polygons.enumerated() {
            planes.append(try PlanePolygon(polygon, index: index))
        }
        let context = try GeometryContext()
        let geometry = try Self.union(of: planes, in: context)
        guard let prepared = unsafe GEOSPrepare_r(context.handle, geometry.pointer) else {
            throw .failed(operation: "prepare")
        }
        unsafe self.prepared = prepared
        longitudes = Self.span(planes.map(\.longitudes))
        latitudes = Self.span(planes.map(\.latitudes))
        bounds = Self.bounds(longitudes: planes.map(\.longitudes), latitudes: latitudes)
        // The planar search may fail on a sliver. Any vertex is in the area as well.
        let inside = try? geometry.pointOnSurface()
        let place = inside ?? planes[0].exterior[0]
        pointOnSurface = Coordinate(wrappingLongitude: place.x, latitude: place.y)
        self.geometry = geometry
    }

    deinit {
        // The prepared geometry borrows the geometry, which is freed after this body.
        unsafe GEOSPreparedGeom_destroy_r(geometry.context.handle, prepared)
    }

    /// Returns the polygons as one geometry.
    ///
    /// Only overlapping polygons need a union, because GEOS would count the overlap twice.
    private static func union(
        of planes: [PlanePolygon], in context: GeometryContext
    ) throws(TopologyError) -> Geometry {
        guard planes.count > 1 else { return try Geometry(rings: planes[0].rings, in: context) }
        let all = try Geometry(polygons: planes.map(\.rings), in: context)
        return try all.fault() == nil ? all : all.union()
    }

    private static func span(_ ranges: [ClosedRange<Double>]) -> ClosedRange<Double> {
        let lower = ranges.map(\.lowerBound).min() ?? 0
        return lower...(ranges.map(\.upperBound).max() ?? lower)
    }
}

extension PreparedArea {
    /// Whether the position is in the area or on its edge.
    package func covers(_ position: Coordinate) throws(TopologyError) -> Bool {
        guard latitudes.contains(position.latitude) else { return false }
        // At a pole, all longitudes are the same place.
        if abs(position.latitude) == 90 { return true }
        for turn in [-1.0, 0, 1] where longitudes.contains(position.longitude + 360 * turn) {
            if try covers(SIMD2(position.longitude + 360 * turn, position.latitude)) { return true }
        }
        return false
    }

    private func covers(_ place: SIMD2<Double>) throws(TopologyError) -> Bool {
        let handle = unsafe geometry.context.handle
        let point = try unsafe Geometry(
            owning: GEOSGeom_createPointFromXY_r(handle, place.x, place.y), in: geometry.context,
            operation: "createPoint")
        // 0 and 1 are answers. Anything else means an exception inside GEOS.
        switch unsafe GEOSPreparedCovers_r(handle, prepared, point.pointer) {
        case 0: return false
        case 1: return true
        default: throw .failed(operation: "preparedCovers")
        }
    }
}
