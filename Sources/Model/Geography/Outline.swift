package import Foundation

/// Polygons in the plane of longitude and latitude, packed so that positions are tested against their bytes.
///
/// These bytes are also the stored form: the number of polygons, the number of rings of each polygon, the
/// number of vertices of each ring (all as 32 bits, little-endian), and then all vertices as pairs of 64-bit
/// floats. Rings are closed. Longitudes may continue past ±180, so that a ring across the antimeridian has no
/// jump.
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

    /// Packs polygons as they are, if they neither cross the antimeridian nor go round a pole.
    package init(plane polygons: [Polygon]) {
        self.init(
            polygons.map { polygon in
                ([polygon.exterior] + polygon.holes).map { $0.map { SIMD2($0.longitude, $0.latitude) } }
            })
    }

    /// Whether the outline consists of exactly these polygons, packed as they are.
    package func consists(of polygons: [Polygon]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var walk = RingWalk(buffer)
            return walk.consists(of: polygons)
        }
    }

    /// Reads an outline from its stored bytes.
    package init(bytes: Data) { self.bytes = bytes }

    /// The polygons, or `nil` when a vertex is beyond ±180°.
    package var polygons: [Polygon]? {
        bytes.withUnsafeBytes { buffer in
            var walk = RingWalk(buffer)
            return walk.polygons()
        }
    }

    /// Whether the position is in one of the polygons or on its edge.
    ///
    /// This takes some three nanoseconds per vertex. The answer is exact for the given vertices.
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

    /// Whether one of the polygons, including its edge, has a point in a box that does not cross the
    /// antimeridian.
    ///
    /// The answer is exact for the given vertices. At a pole all longitudes are one place: a box that ends
    /// there meets every outline that reaches it.
    package func meets(_ box: BoundingBox) -> Bool {
        bytes.withUnsafeBytes { Self.meets(box, rings: $0) }
    }

    /// The same for the ``bytes`` of an outline, without copying them.
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

    /// The squared chord on the unit sphere around a position within which every position is surely inside
    /// the outline; negative when the position itself is outside.
    ///
    /// With the differences of longitude and latitude Δλ and Δφ in radians, the haversine formula gives the
    /// squared chord as 4 sin²(Δφ/2) + 4 cos φ₁ cos φ₂ sin²(Δλ/2), and 4 sin²(t/2) ≥ t² (1 − t²/12). So the
    /// squared chord to an edge is nowhere less than the squared distance from the edge in a plane whose
    /// longitudes are shortened by the smallest cosine, reduced by that factor.
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
