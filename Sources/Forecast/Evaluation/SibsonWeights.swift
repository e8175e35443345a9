import Foundation

/// Sibson's local coordinates of the origin among points of a plane.
enum SibsonWeights {
    /// Each point's share of the origin's Voronoi cell, or `nil` when the origin is not inside their convex
    /// hull.
    ///
    /// Points at the same place share the weight of a single point equally. The cost grows with the square of
    /// the number of points.
    static func of(_ points: [SIMD2<Double>]) -> [Double]? {
        guard isInsideHull(of: points) else { return nil }
        let farthest = points.map { ($0 * $0).sum() }.max() ?? 0
        // Only an extremely thin hull would have a cell larger than this.
        let cell = points.reduce(ConvexPolygon.square(halfSide: 1e6 * farthest.squareRoot())) {
            $0.clipped(nearerTo: .zero, than: $1)
        }
        let areas = points.map { point in
            let area = points.reduce(cell) { $0.clipped(nearerTo: point, than: $1) }.area
            return area / Double(points.count { $0 == point })
        }
        let sum = areas.reduce(0, +)
        return sum > 0 ? areas.map { $0 / sum } : nil
    }

    /// Whether the directions to the points leave no gap of half a turn.
    private static func isInsideHull(of points: [SIMD2<Double>]) -> Bool {
        let angles = points.map { atan2($0.y, $0.x) }.sorted()
        guard let first = angles.first else { return false }
        let following = angles.dropFirst() + [first + 2 * .pi]
        return zip(angles, following).allSatisfy { $1 - $0 < .pi - 1e-9 }
    }
}

/// A convex polygon by its corners, counter-clockwise.
struct ConvexPolygon {
    private var corners: [SIMD2<Double>]

    static func square(halfSide: Double) -> ConvexPolygon {
        ConvexPolygon(
            corners: [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { SIMD2($0, $1) * halfSide })
    }

    /// The part that is nearer to one point than to another; all of it when they are the same.
    func clipped(nearerTo inside: SIMD2<Double>, than outside: SIMD2<Double>) -> ConvexPolygon {
        let normal = outside - inside
        guard normal != .zero else { return self }
        let middle = (inside + outside) / 2
        let heights = corners.map { (($0 - middle) * normal).sum() }
        var kept: [SIMD2<Double>] = []
        for (place, corner) in corners.enumerated() {
            let next = (place + 1) % corners.count
            let (height, nextHeight) = (heights[place], heights[next])
            if height <= 0 { kept.append(corner) }
            if (height < 0 && nextHeight > 0) || (height > 0 && nextHeight < 0) {
                kept.append(corner + (corners[next] - corner) * (height / (height - nextHeight)))
            }
        }
        return ConvexPolygon(corners: kept)
    }

    var area: Double {
        var twice = 0.0
        for (place, corner) in corners.enumerated() {
            let next = corners[(place + 1) % corners.count]
            twice += corner.x * next.y - corner.y * next.x
        }
        return twice / 2
    }
}
