package import Foundation

/// Polygons in the plane of longitude and latitude, packed so that a position is tested against their bytes.
///
/// The bytes are what a store keeps: the number of polygons, for each the number of its rings, for each ring the
/// number of its vertices (all as 32 bits, little-endian), and then all vertices as pairs of 64-bit floats. Rings are
/// closed. Longitudes may run on past ±180, so that a ring over the antimeridian has no jump.
package struct Outline: Hashable, Sendable {
    package let bytes: Data

    /// Packs polygons, each as its rings, the exterior first.
    package init(_ polygons: [[[SIMD2<Double>]]]) {
        let counts = [polygons.count] + polygons.flatMap { [$0.count] + $0.map(\.count) }
        let vertices = polygons.joined().joined()
        let size = 4 * counts.count + 16 * polygons.joined().reduce(0) { $0 + $1.count }
        var bytes = Data(count: size)
        bytes.withUnsafeMutableBytes { buffer in
            var place = 0
            for count in counts {
                buffer.storeBytes(of: UInt32(count).littleEndian, toByteOffset: place, as: UInt32.self)
                place += 4
            }
            for vertex in vertices {
                for part in [vertex.x, vertex.y] {
                    buffer.storeBytes(of: part.bitPattern.littleEndian, toByteOffset: place, as: UInt64.self)
                    place += 8
                }
            }
        }
        self.bytes = bytes
    }

    /// Packs polygons that cross no antimeridian and go round no pole, as they are.
    package init(plane polygons: [Polygon]) {
        self.init(
            polygons.map { polygon in
                ([polygon.exterior] + polygon.holes).map { $0.map { SIMD2($0.longitude, $0.latitude) } }
            })
    }

    /// Whether these polygons are packed here as they are.
    package func consists(of polygons: [Polygon]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var walk = RingWalk(buffer)
            return walk.consists(of: polygons)
        }
    }

    /// The outline that a store kept.
    package init(bytes: Data) { self.bytes = bytes }

    /// The polygons, or `nil` when a vertex lies beyond ±180°.
    package var polygons: [Polygon]? {
        bytes.withUnsafeBytes { buffer in
            var walk = RingWalk(buffer)
            return walk.polygons()
        }
    }

    /// Whether the position lies in one of the polygons or on its edge.
    ///
    /// It costs some three nanoseconds a vertex. The answer is exact for the given vertices.
    package func covers(_ position: Coordinate) -> Bool {
        bytes.withUnsafeBytes { rings in
            let walk = RingWalk(rings)
            // At a pole all longitudes are one place.
            if abs(position.latitude) == 90 { return walk.reaches(latitude: position.latitude) }
            for turn in [0.0, 360, -360] {
                var walk = walk
                if walk.covers(SIMD2(position.longitude + turn, position.latitude)) { return true }
            }
            return false
        }
    }

    /// Whether one of the polygons, its edge included, has a point in a box that does not cross the antimeridian.
    ///
    /// The answer is exact for the given vertices. At a pole all longitudes are one place: a box that ends there meets
    /// whatever reaches it.
    package func meets(_ box: BoundingBox) -> Bool {
        bytes.withUnsafeBytes { Self.meets(box, rings: $0) }
    }

    /// The same of the ``bytes`` of an outline, where they lie.
    package static func meets(_ box: BoundingBox, rings: UnsafeRawBufferPointer) -> Bool {
        precondition(!box.crossesAntimeridian, "a box over the antimeridian is asked about as its two parts")
        let walk = RingWalk(rings)
        for pole in [box.south, box.north] where abs(pole) == 90 && walk.reaches(latitude: pole) {
            return true
        }
        for turn in [0.0, 360, -360] {
            var walk = walk
            if walk.meets(PlaneBox(box, turnedBy: turn)) { return true }
        }
        return false
    }

    /// The squared chord on the unit sphere around a position within which the outline surely holds everything;
    /// negative when the position itself lies outside.
    ///
    /// With the differences of longitude and latitude Δλ and Δφ in radians, the squared chord is 4 sin²(Δφ/2) +
    /// 4 cos φ₁ cos φ₂ sin²(Δλ/2) by the haversine formula; as 4 sin²(t/2) ≥ t² (1 − t²/12), it is nowhere on an edge
    /// less than the distance from the edge in a plane whose longitudes are shortened by the smallest cosine, less that
    /// part.
    package func clearance(around position: Coordinate) -> Double {
        bytes.withUnsafeBytes { rings in
            let start = RingWalk(rings)
            for turn in [0.0, 360, -360] {
                let place = SIMD2(position.longitude + turn, position.latitude)
                var walk = start
                if walk.covers(place) { return start.clearance(around: place) }
            }
            return -1
        }
    }
}
