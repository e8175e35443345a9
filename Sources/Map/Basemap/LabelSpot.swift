/// The place for an area's name: the roomiest of some hundred points in its largest part.
struct LabelSpot {
    let point: WorldPoint
    /// The width of the area at the height of the point, in world units.
    let width: Int32

    /// Finds the place, or returns `nil` for an area without an interior.
    init?(in rings: [[WorldPoint]]) {
        let boxes = rings.filter { $0.count > 3 }.map { (ring: $0, box: WorldBox(around: $0)) }
        guard
            let largest = boxes.max(by: {
                Double($0.box.width) * Double($0.box.height) < Double($1.box.width) * Double($1.box.height)
            })
        else { return nil }
        var best: (point: WorldPoint, width: Int32, score: Double)?
        // 24 heights are enough to find the thick part of any country.
        let steps = 24
        for step in 1..<steps {
            let y = largest.box.minY + Int32(Int(largest.box.height) * step / steps)
            for (left, right) in Self.spans(of: largest.ring, at: y) {
                let point = WorldPoint(x: left + (right - left) / 2, y: y)
                let height = Self.spans(of: largest.ring.map { WorldPoint(x: $0.y, y: $0.x) }, at: point.x)
                    .first { ($0...$1).contains(y) }
                let above = height.map { min(y - $0.0, $0.1 - y) } ?? 0
                // A name is about six times as wide as it is high.
                let score = min(Double(right - left), 6 * Double(above))
                if score > best?.score ?? 0 { best = (point, right - left, score) }
            }
        }
        guard let best else { return nil }
        point = best.point
        width = best.width
    }

    /// The segments of a horizontal line that lie inside a ring.
    private static func spans(of ring: [WorldPoint], at y: Int32) -> [(Int32, Int32)] {
        var crossings: [Int32] = []
        for (from, to) in zip(ring, ring.dropFirst()) where (from.y > y) != (to.y > y) {
            let share = (Double(y) - Double(from.y)) / (Double(to.y) - Double(from.y))
            crossings.append(Int32(Double(from.x) + share * (Double(to.x) - Double(from.x))))
        }
        crossings.sort()
        return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    }
}
