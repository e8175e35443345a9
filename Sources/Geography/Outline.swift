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
        var bytes = Data()
        func append(_ count: Int) {
            withUnsafeBytes(of: UInt32(count).littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(polygons.count)
        for rings in polygons {
            append(rings.count)
            for ring in rings { append(ring.count) }
        }
        for vertex in polygons.joined().joined() {
            for part in [vertex.x, vertex.y] {
                withUnsafeBytes(of: part.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
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
        bytes.withUnsafeBytes { buffer in
            let walk = RingWalk(buffer)
            // At a pole all longitudes are one place.
            if abs(position.latitude) == 90 { return walk.reaches(latitude: position.latitude) }
            for turn in [0.0, 360, -360] {
                var walk = walk
                if walk.covers(SIMD2(position.longitude + turn, position.latitude)) { return true }
            }
            return false
        }
    }
}

/// Reads the packed rings one after the other.
private struct RingWalk {
    private let buffer: UnsafeRawBufferPointer
    private var counts = 0
    private var vertices: Int

    init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
        vertices = 0
        var place = 0
        func next() -> Int {
            defer { place += 4 }
            return Int(UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
        let polygons = next()
        for _ in 0..<polygons { place += 4 * next() }
        vertices = place
    }

    private mutating func nextCount() -> Int {
        defer { counts += 4 }
        return Int(UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: counts, as: UInt32.self)))
    }

    private func vertex(_ number: Int) -> SIMD2<Double> {
        let place = vertices + 16 * number
        let x = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let y = buffer.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
        return SIMD2(
            Double(bitPattern: UInt64(littleEndian: x)), Double(bitPattern: UInt64(littleEndian: y)))
    }

    mutating func polygons() -> [Polygon]? {
        var first = 0
        var polygons: [Polygon] = []
        for _ in 0..<nextCount() {
            var rings: [[Coordinate]] = []
            for _ in 0..<nextCount() {
                let count = nextCount()
                let ring = (first..<(first + count)).compactMap { number in
                    Coordinate(longitude: vertex(number).x, latitude: vertex(number).y)
                }
                guard ring.count == count else { return nil }
                rings.append(ring)
                first += count
            }
            guard let exterior = rings.first,
                let polygon = Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
            else { return nil }
            polygons.append(polygon)
        }
        return polygons
    }

    mutating func covers(_ point: SIMD2<Double>) -> Bool {
        var first = 0
        for _ in 0..<nextCount() {
            var isInside = false
            var isOnEdge = false
            for _ in 0..<nextCount() {
                let count = nextCount()
                if !isOnEdge {
                    switch crossings(of: first..<(first + count), eastOf: point) {
                    case nil: isOnEdge = true
                    case let crossings?: isInside = isInside != (crossings % 2 == 1)
                    }
                }
                first += count
            }
            if isOnEdge || isInside { return true }
        }
        return false
    }

    /// How many edges of a ring lie to the east of a point, or `nil` when the point lies on the ring.
    private func crossings(of ring: Range<Int>, eastOf point: SIMD2<Double>) -> Int? {
        guard !ring.isEmpty else { return 0 }
        var crossings = 0
        var start = vertex(ring.lowerBound)
        for number in ring.dropFirst() {
            let end = vertex(number)
            if start == point { return nil }
            if (start.y > point.y) != (end.y > point.y) {
                let side = Orientation.sign(start, end, point)
                if side == 0 { return nil }
                if (side > 0) == (end.y > start.y) { crossings += 1 }
            } else if start.y == point.y, end.y == point.y,
                (min(start.x, end.x)...max(start.x, end.x)).contains(point.x)
            {
                return nil
            }
            start = end
        }
        return crossings
    }

    /// Whether a vertex lies at a latitude.
    func reaches(latitude: Double) -> Bool {
        (0..<(buffer.count - vertices) / 16).contains { vertex($0).y == latitude }
    }
}
