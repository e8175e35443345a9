import Foundation

/// Reads the packed rings one after the other.
struct RingWalk {
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

    mutating func consists(of polygons: [Polygon]) -> Bool {
        var first = 0
        guard nextCount() == polygons.count else { return false }
        for polygon in polygons {
            guard nextCount() == 1 + polygon.holes.count, continues(with: polygon.exterior, from: &first)
            else { return false }
            for hole in polygon.holes {
                guard continues(with: hole, from: &first) else { return false }
            }
        }
        return true
    }

    private mutating func continues(with ring: [Coordinate], from first: inout Int) -> Bool {
        defer { first += ring.count }
        return nextCount() == ring.count
            && ring.indices.allSatisfy {
                vertex(first + $0) == SIMD2(ring[$0].longitude, ring[$0].latitude)
            }
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

    /// The number of a ring's edges east of a point, or `nil` when the point lies on the ring.
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

    /// Whether an edge of a ring touches a box, or the box lies inside a polygon.
    mutating func meets(_ box: PlaneBox) -> Bool {
        var first = 0
        var rings = self
        for _ in 0..<rings.nextCount() {
            for _ in 0..<rings.nextCount() {
                let count = rings.nextCount()
                if touches(first..<(first + count), box) { return true }
                first += count
            }
        }
        return covers(box.lower)
    }

    private func touches(_ ring: Range<Int>, _ box: PlaneBox) -> Bool {
        guard !ring.isEmpty else { return false }
        var start = vertex(ring.lowerBound)
        for number in ring.dropFirst() {
            let end = vertex(number)
            if box.meets(start, end) { return true }
            start = end
        }
        return false
    }

    private var allVertices: some Sequence<SIMD2<Double>> {
        (0..<(buffer.count - vertices) / 16).lazy.map(vertex)
    }

    /// See ``Outline/clearance(around:)``.
    func clearance(around place: SIMD2<Double>) -> Double {
        let radians = Double.pi / 180
        let widest = allVertices.map { Self.largestPart(of: $0 - place) * radians }.max() ?? 0
        let highest = allVertices.reduce(abs(place.y)) { max($0, abs($1.y)) }
        let scale = SIMD2(max(cos(highest * radians), 0), 1) * radians
        var nearest = Double.infinity
        forEachEdge { start, end in
            nearest = min(
                nearest, Self.squaredDistance(from: (start - place) * scale, to: (end - place) * scale))
        }
        // A part in a thousand million allows for all rounding.
        return nearest * (1 - widest * widest / 12) * (1 - 1e-9)
    }

    private static func largestPart(of vector: SIMD2<Double>) -> Double { max(abs(vector.x), abs(vector.y)) }

    private func forEachEdge(_ visit: (SIMD2<Double>, SIMD2<Double>) -> Void) {
        var walk = self
        var first = 0
        for _ in 0..<walk.nextCount() {
            for _ in 0..<walk.nextCount() {
                let count = walk.nextCount()
                for number in first..<(first + max(count - 1, 0)) {
                    visit(vertex(number), vertex(number + 1))
                }
                first += count
            }
        }
    }

    /// The squared distance of a segment from the origin.
    private static func squaredDistance(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        let edge = end - start
        let length = (edge * edge).sum()
        let share = length > 0 ? min(max(-(start * edge).sum() / length, 0), 1) : 0
        let nearest = start + share * edge
        return (nearest * nearest).sum()
    }

    /// Whether a vertex lies at a latitude.
    func reaches(latitude: Double) -> Bool {
        allVertices.contains { $0.y == latitude }
    }
}

/// A box in the plane of longitude and latitude, edges included.
struct PlaneBox {
    let lower: SIMD2<Double>
    let upper: SIMD2<Double>

    /// The box moved east by whole turns.
    init(_ box: BoundingBox, turnedBy turn: Double) {
        lower = SIMD2(box.west + turn, box.south)
        upper = SIMD2(box.east + turn, box.north)
    }

    /// Whether the line from one point to another has a point in the box: their extents overlap, and not all
    /// corners of the box lie on one side of the line.
    func meets(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
        guard min(start.x, end.x) <= upper.x, max(start.x, end.x) >= lower.x, min(start.y, end.y) <= upper.y,
            max(start.y, end.y) >= lower.y
        else { return false }
        let corners = [lower, SIMD2(upper.x, lower.y), upper, SIMD2(lower.x, upper.y)]
        let sides = corners.map { Orientation.sign(start, end, $0) }
        return !sides.allSatisfy { $0 > 0 } && !sides.allSatisfy { $0 < 0 }
    }
}
