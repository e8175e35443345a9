/// Removes points of lines that nobody would see (Douglas and Peucker 1973).
///
/// Joints and points on the antimeridian stay. Each stretch between two of them is simplified on its own, so
/// that lines of different kinds still meet.
struct Simplification {
    /// How far, in world units, a removed point may be from the simplified line.
    let tolerance: Double
    let joints: Set<WorldPoint>

    /// The line without the points that it does not need; a ring stays a ring or becomes a pair of points.
    func simplified(_ line: [WorldPoint]) -> [WorldPoint] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        var fixed = line.indices.filter { place in
            place == 0 || place == line.count - 1 || joints.contains(line[place])
                || line[place].isOnAntimeridian
        }
        if fixed.count == 2, line.first == line.last { fixed.insert(farthestFromStart(of: line), at: 1) }
        for place in fixed { isKept[place] = true }
        for (start, end) in zip(fixed, fixed.dropFirst()) { mark(line, start, end, &isKept) }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    private func farthestFromStart(of ring: [WorldPoint]) -> Int {
        ring.indices.dropLast().max { distance(ring[$0], ring[0]) < distance(ring[$1], ring[0]) } ?? 0
    }

    private func distance(_ one: WorldPoint, _ other: WorldPoint) -> Double {
        let (x, y) = (Double(one.x) - Double(other.x), Double(one.y) - Double(other.y))
        return x * x + y * y
    }

    private func mark(_ line: [WorldPoint], _ start: Int, _ end: Int, _ isKept: inout [Bool]) {
        // A stack instead of recursion: coasts have hundreds of thousands of points.
        var stretches = [(start, end)]
        while let (start, end) = stretches.popLast() {
            var worst = (distance: tolerance * tolerance, place: -1)
            for place in start + 1..<max(end, start + 1) {
                let distance = squaredDistance(line[place], from: line[start], to: line[end])
                if distance > worst.distance { worst = (distance, place) }
            }
            guard worst.place >= 0 else { continue }
            isKept[worst.place] = true
            stretches += [(start, worst.place), (worst.place, end)]
        }
    }

    /// The square of the distance from a point to a stretch of line.
    private func squaredDistance(_ point: WorldPoint, from start: WorldPoint, to end: WorldPoint) -> Double {
        let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
        let (px, py) = (Double(point.x) - Double(start.x), Double(point.y) - Double(start.y))
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
        let (x, y) = (px - share * dx, py - share * dy)
        return x * x + y * y
    }
}
