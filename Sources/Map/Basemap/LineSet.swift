/// Lines in one array of points, with boxes that show quickly which of them a tile sees.
package struct LineSet: Sendable {
    /// The number of edges in a stretch: a box costs as much as two points and saves up to 32.
    private static let stretchLength = 32

    private struct Stretch {
        let points: Range<Int>
        let box: WorldBox
    }

    private struct Line {
        let stretches: Range<Int>
        let box: WorldBox
    }

    /// The points of all lines, one after the other.
    let points: [WorldPoint]
    var isEmpty: Bool { points.isEmpty }
    /// The number of points of each line.
    let counts: [Int]
    private let lines: [Line]
    private let stretches: [Stretch]

    init(points: [WorldPoint], counts: [Int]) {
        self.points = points
        self.counts = counts
        var lines: [Line] = []
        var stretches: [Stretch] = []
        var start = 0
        for count in counts {
            let first = stretches.count
            for from in stride(from: start, to: start + max(count - 1, 1), by: Self.stretchLength) {
                let range = from..<min(from + Self.stretchLength + 1, start + count)
                stretches.append(Stretch(points: range, box: WorldBox(around: points[range])))
            }
            lines.append(
                Line(stretches: first..<stretches.count, box: WorldBox(around: points[start..<start + count]))
            )
            start += count
        }
        self.lines = lines
        self.stretches = stretches
    }

    init(_ lines: [[WorldPoint]]) {
        self.init(points: lines.flatMap(\.self), counts: lines.map(\.count))
    }

    /// Visits the parts of the lines that are visible in a window, as strokes: `isStart` marks the start of a
    /// line.
    ///
    /// Edges along the antimeridian, where the data cut areas in two, are not drawn.
    func traceStrokes(in window: WorldBox, _ visit: (_ point: WorldPoint, _ isStart: Bool) -> Void) {
        for line in lines where line.box.sidesOutside(window) == 0 {
            var lastVisited = -1
            for stretch in stretches[line.stretches] where stretch.box.sidesOutside(window) == 0 {
                for place in stretch.points.dropLast() {
                    let (from, to) = (points[place], points[place + 1])
                    guard !(from.isOnAntimeridian && to.isOnAntimeridian),
                        WorldBox(around: CollectionOfOne(from)).joined(to).sidesOutside(window) == 0
                    else { continue }
                    if lastVisited != place { visit(from, true) }
                    visit(to, false)
                    lastVisited = place + 1
                }
            }
        }
    }

    /// Visits the rings that are visible in a window, skipping points beyond one of its sides.
    ///
    /// Inside the window the rings enclose the same area. No point is moved, so tiles that share an edge see
    /// the same lines.
    func traceRings(in window: WorldBox, _ visit: (_ point: WorldPoint, _ isStart: Bool) -> Void) {
        for line in lines where line.box.sidesOutside(window) == 0 {
            guard let first = line.stretches.first else { continue }
            visit(points[stretches[first].points.lowerBound], true)
            var sides: UInt8 = 0
            var waiting: WorldPoint?
            for stretch in stretches[line.stretches] {
                let outside = stretch.box.sidesOutside(window)
                if outside & sides != 0 {
                    // Still beyond the same side: one edge replaces both stretches.
                    sides &= outside
                    waiting = points[stretch.points.upperBound - 1]
                    continue
                }
                if let point = waiting { visit(point, false) }
                sides = outside
                waiting = outside == 0 ? nil : points[stretch.points.upperBound - 1]
                if outside == 0 { for point in points[stretch.points.dropFirst()] { visit(point, false) } }
            }
            if let waiting { visit(waiting, false) }
        }
    }
}

extension WorldBox {
    /// The smallest box that contains this one and a point.
    fileprivate func joined(_ point: WorldPoint) -> WorldBox {
        WorldBox(
            minX: min(minX, point.x), minY: min(minY, point.y), maxX: max(maxX, point.x),
            maxY: max(maxY, point.y))
    }
}
