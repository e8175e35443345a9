import CGEOS

/// The rings of one polygon in the plane, the exterior first.
typealias Rings = [[SIMD2<Double>]]

/// A GEOS context, which only one thread at a time may use.
///
/// Every ``Geometry`` keeps its context alive.
@safe final class GeometryContext {
    let handle: GEOSContextHandle_t

    init() throws(TopologyError) {
        guard let handle = unsafe GEOS_init_r() else { throw .failed(operation: "init") }
        unsafe self.handle = handle
    }

    deinit { unsafe GEOS_finish_r(handle) }
}

/// A GEOS geometry, freed with its owner.
@safe struct Geometry: ~Copyable {
    let context: GeometryContext
    let pointer: OpaquePointer

    /// Takes ownership of the result of a GEOS function, or throws if there is none.
    init(
        owning pointer: OpaquePointer?, in context: GeometryContext, operation: String
    ) throws(TopologyError) {
        guard let pointer = unsafe pointer else { throw .failed(operation: operation) }
        self.context = context
        unsafe self.pointer = pointer
    }

    deinit { unsafe GEOSGeom_destroy_r(context.handle, pointer) }
}

// MARK: - Making

extension Geometry {
    /// Creates a polygon.
    init(rings: Rings, in context: GeometryContext) throws(TopologyError) {
        try unsafe self.init(
            owning: Self.polygon(rings, in: context), in: context, operation: "createPolygon")
    }

    /// Creates a multipolygon.
    ///
    /// Its polygons may touch or overlap.
    init(polygons: [Rings], in context: GeometryContext) throws(TopologyError) {
        var members: [OpaquePointer?] = unsafe []
        for rings in polygons {
            unsafe members.append(Self.polygon(rings, in: context))
        }
        guard unsafe members.allSatisfy({ unsafe $0 != nil }) else {
            unsafe Self.destroy(members, in: context)
            throw .failed(operation: "createPolygon")
        }
        // GEOS takes ownership of the members, but not of the array.
        let collection = unsafe GEOSGeom_createCollection_r(
            context.handle, Int32(GEOS_MULTIPOLYGON.rawValue), &members, UInt32(members.count))
        try unsafe self.init(owning: collection, in: context, operation: "createCollection")
    }

    private static func polygon(_ rings: Rings, in context: GeometryContext) -> OpaquePointer? {
        var parts: [OpaquePointer?] = unsafe []
        for points in rings {
            unsafe parts.append(ring(points, in: context))
        }
        guard unsafe parts.allSatisfy({ unsafe $0 != nil }), !rings.isEmpty else {
            unsafe destroy(parts, in: context)
            return nil
        }
        let shell = unsafe parts.removeFirst()
        return unsafe GEOSGeom_createPolygon_r(context.handle, shell, &parts, UInt32(parts.count))
    }

    private static func ring(_ points: [SIMD2<Double>], in context: GeometryContext) -> OpaquePointer? {
        let numbers = points.flatMap { [$0.x, $0.y] }
        let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(
            context.handle, numbers, UInt32(points.count), 0, 0)
        guard let sequence = unsafe sequence else { return nil }
        return unsafe GEOSGeom_createLinearRing_r(context.handle, sequence)
    }

    private static func destroy(_ pointers: [OpaquePointer?], in context: GeometryContext) {
        for index in unsafe pointers.indices {
            guard let pointer = unsafe pointers[index] else { continue }
            unsafe GEOSGeom_destroy_r(context.handle, pointer)
        }
    }
}

// MARK: - Asking

extension Geometry {
    /// Returns what is wrong with the geometry and where, or `nil` if it is valid.
    func fault() throws(TopologyError) -> (reason: String, place: SIMD2<Double>?)? {
        var text: UnsafeMutablePointer<CChar>?
        var place: OpaquePointer?
        let answer = unsafe GEOSisValidDetail_r(context.handle, pointer, 0, &text, &place)
        defer { if let text = unsafe text { unsafe GEOSFree_r(context.handle, text) } }
        let point = try unsafe place.map { place throws(TopologyError) in
            try unsafe Geometry(owning: place, in: context, operation: "isValidDetail").position()
        }
        switch answer {
        case 1: return nil
        case 0: return (unsafe text.map { unsafe String(cString: $0) } ?? "the area is not valid", point)
        default: throw .failed(operation: "isValidDetail")
        }
    }

    /// Returns the area in square degrees of the plane.
    func area() throws(TopologyError) -> Double {
        var area = 0.0
        guard unsafe GEOSArea_r(context.handle, pointer, &area) == 1 else { throw .failed(operation: "area") }
        return area
    }

    /// Returns the coordinates of a point.
    func position() throws(TopologyError) -> SIMD2<Double> {
        var position = SIMD2<Double>()
        guard unsafe GEOSGeomGetX_r(context.handle, pointer, &position.x) == 1,
            unsafe GEOSGeomGetY_r(context.handle, pointer, &position.y) == 1
        else { throw .failed(operation: "position") }
        return position
    }

    /// Returns the polygons of a polygon or a collection, without its lines and points.
    func polygons() throws(TopologyError) -> [Rings] {
        let count = unsafe GEOSGetNumGeometries_r(context.handle, pointer)
        guard count >= 0 else { throw .failed(operation: "getNumGeometries") }
        var polygons: [Rings] = []
        for index in 0..<count {
            let member = unsafe GEOSGetGeometryN_r(context.handle, pointer, index)
            guard unsafe GEOSGeomTypeId_r(context.handle, member) == Int32(GEOS_POLYGON.rawValue),
                unsafe GEOSisEmpty_r(context.handle, member) == 0
            else { continue }
            polygons.append(try unsafe rings(of: member))
        }
        return polygons
    }

    private func rings(of polygon: OpaquePointer?) throws(TopologyError) -> Rings {
        var rings = [try unsafe points(of: GEOSGetExteriorRing_r(context.handle, polygon))]
        for index in 0..<max(0, unsafe GEOSGetNumInteriorRings_r(context.handle, polygon)) {
            rings.append(try unsafe points(of: GEOSGetInteriorRingN_r(context.handle, polygon, index)))
        }
        return rings
    }

    private func points(of ring: OpaquePointer?) throws(TopologyError) -> [SIMD2<Double>] {
        var count: UInt32 = 0
        guard let sequence = unsafe GEOSGeom_getCoordSeq_r(context.handle, ring),
            unsafe GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1
        else { throw .failed(operation: "getCoordSeq") }
        var numbers = [Double](repeating: 0, count: 2 * Int(count))
        guard unsafe GEOSCoordSeq_copyToBuffer_r(context.handle, sequence, &numbers, 0, 0) == 1 else {
            throw .failed(operation: "copyToBuffer")
        }
        return (0..<Int(count)).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
    }
}

// MARK: - Deriving

extension Geometry {
    /// Returns the smallest convex shape around the geometry.
    func convexHull() throws(TopologyError) -> Geometry {
        try unsafe Geometry(
            owning: GEOSConvexHull_r(context.handle, pointer), in: context, operation: "convexHull")
    }

    /// Returns the intersection of two geometries.
    func intersection(with other: borrowing Geometry) throws(TopologyError) -> Geometry {
        try unsafe Geometry(
            owning: GEOSIntersection_r(context.handle, pointer, other.pointer), in: context,
            operation: "intersection")
    }

    /// Returns the union of the members, without overlaps.
    func union() throws(TopologyError) -> Geometry {
        try unsafe Geometry(
            owning: GEOSUnaryUnion_r(context.handle, pointer), in: context, operation: "unaryUnion")
    }

    /// Returns a position that is certainly inside.
    func pointOnSurface() throws(TopologyError) -> SIMD2<Double> {
        try unsafe Geometry(
            owning: GEOSPointOnSurface_r(context.handle, pointer), in: context, operation: "pointOnSurface"
        ).position()
    }
}
