import Geography

/// A closed ring in the plane of longitude and latitude, laid out without jumps.
///
/// A step of more than 180° in longitude crosses the antimeridian the short way: each vertex is moved by
/// whole turns next to the previous one. Longitudes may therefore leave −180…180, and a ring has the same
/// shape wherever on the globe it lies.
struct PlaneRing {
    /// The longitude and latitude of each vertex in degrees.
    ///
    /// The last repeats the first unless ``turns`` is not zero.
    private(set) var points: [SIMD2<Double>]
    /// How often the ring goes around the Earth's axis: 1 eastwards, −1 westwards, 0 if it does not.
    let turns: Int

    /// Why a ring cannot be laid out.
    enum Fault: Error {
        case ambiguousEdge(vertex: Int)
        case severalTurns
    }

    /// Lays out a ring, beginning with its first vertex.
    init(_ ring: [Coordinate]) throws(Fault) {
        var steps: [Int] = []
        var polarEdges: [Int] = []
        for index in 1..<ring.count {
            let (start, end) = (ring[index - 1], ring[index])
            if abs(start.latitude) == 90, start.latitude == end.latitude {
                polarEdges.append(index - 1)
                steps.append(Self.polarStep(from: start.longitude, to: end.longitude))
            } else {
                guard let step = Self.step(from: start.longitude, to: end.longitude) else {
                    throw .ambiguousEdge(vertex: index - 1)
                }
                steps.append(step)
            }
        }
        // An edge along a pole has no length on the globe. A single one takes as many turns as close the
        // ring.
        if polarEdges.count == 1 {
            let edge = polarEdges[0]
            steps[edge] -= steps.reduce(0, +)
        }
        turns = steps.reduce(0, +)
        guard abs(turns) <= 1 else { throw .severalTurns }
        points = Self.points(of: ring, steps: steps)
    }

    private static func points(of ring: [Coordinate], steps: [Int]) -> [SIMD2<Double>] {
        var turned = 0
        return ring.indices.map { index in
            if index > 0 { turned += steps[index - 1] }
            return SIMD2(ring[index].longitude + 360 * Double(turned), ring[index].latitude)
        }
    }

    /// Returns the turns that bring `end` within half a turn of `start`, or `nil` if both ways are equally
    /// long.
    private static func step(from start: Double, to end: Double) -> Int? {
        let difference = end - start
        // A nanodegree is a tenth of a millimetre, the most that rounding can add to half a turn.
        if abs(abs(difference) - 180) < 1e-9 { return nil }
        return difference > 180 ? -1 : difference < -180 ? 1 : 0
    }

    /// Returns the turns for an edge along a pole, which is used as written if possible.
    private static func polarStep(from start: Double, to end: Double) -> Int {
        let difference = end - start
        guard abs(difference) < 360 else { return 0 }
        return difference > 180 ? -1 : difference < -180 ? 1 : 0
    }
}

extension PlaneRing {
    /// The westernmost and the easternmost longitude.
    var longitudes: ClosedRange<Double> {
        let xs = points.map(\.x)
        return (xs.min() ?? 0)...(xs.max() ?? 0)
    }

    /// Whether the ring has at least three different vertices.
    var hasCorners: Bool {
        guard let first = points.first, let second = points.first(where: { $0 != first }) else {
            return false
        }
        return points.contains { $0 != first && $0 != second }
    }

    /// Returns the ring moved east by whole turns.
    func moved(turns: Int) -> PlaneRing {
        guard turns != 0 else { return self }
        var copy = self
        for index in copy.points.indices { copy.points[index].x += 360 * Double(turns) }
        return copy
    }

    /// Cuts a ring around the axis along the meridian of vertex `start`, and closes it over the nearer pole.
    func closedOverPole(from start: Int) -> [SIMD2<Double>] {
        let turn = SIMD2(360 * Double(turns), 0)
        let count = points.count - 1
        var path = (0...count).map { offset in
            let index = start + offset
            return index < count ? points[index] : points[index - count] + turn
        }
        let pole = meanLatitude >= 0 ? 90.0 : -90.0
        let first = path[0]
        path.append(SIMD2(path[count].x, pole))
        path.append(SIMD2(first.x, pole))
        path.append(first)
        return path
    }

    /// The mean latitude over all longitudes of a ring around the axis.
    private var meanLatitude: Double {
        var sum = 0.0
        for index in 1..<points.count {
            sum += (points[index].x - points[index - 1].x) * (points[index].y + points[index - 1].y) / 2
        }
        return sum / (360 * Double(turns))
    }
}
