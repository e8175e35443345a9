import Geography

/// Rivers, joined from the pieces between which other rivers flow into them or lakes lie.
struct Rivers {
    /// The zooms that draw rivers: further out they would hide the borders, and further in their corners would be seen.
    static let zooms = 5...7
    /// The shortest rivers that are drawn, in pixels of their box: shorter ones would be threads without a beginning.
    private static let leastExtent = 64.0

    /// Each as long as possible: it ends at a source, a mouth, a lake, or where three or more pieces meet.
    let lines: [[WorldPoint]]

    init(_ pieces: [[Coordinate]]) {
        let pieces = pieces.flatMap { Self.parts(of: $0.map(WorldPoint.init)) }
        var ends: [WorldPoint: [Int]] = [:]
        for (number, piece) in pieces.enumerated() {
            ends[piece[0], default: []].append(number)
            ends[piece[piece.count - 1], default: []].append(number)
        }
        var isUsed = [Bool](repeating: false, count: pieces.count)
        lines = pieces.indices.compactMap { first in
            guard !isUsed[first] else { return nil }
            isUsed[first] = true
            var line = pieces[first]
            for _ in 0..<2 {
                while let end = line.last, let meeting = ends[end], meeting.count == 2,
                    let next = meeting.first(where: { !isUsed[$0] })
                {
                    isUsed[next] = true
                    line +=
                        pieces[next][0] == end
                        ? pieces[next].dropFirst() : pieces[next].reversed().dropFirst()
                }
                line.reverse()
            }
            return line
        }
    }

    /// The rivers that a zoom draws, of which a pixel is `unit` world units.
    func shown(zoom: Int, unit: Double) -> [[WorldPoint]] {
        guard Self.zooms.contains(zoom) else { return [] }
        return lines.filter { line in
            let box = WorldBox(around: line)
            return Double(max(box.width, box.height)) >= Self.leastExtent * unit
        }
    }

    /// A piece of at least two points, cut where it crosses the antimeridian.
    private static func parts(of piece: [WorldPoint]) -> [[WorldPoint]] {
        var parts: [[WorldPoint]] = []
        var part: [WorldPoint] = []
        for point in piece {
            if let last = part.last, abs(Int(point.x) - Int(last.x)) > WorldPoint.side / 2 {
                parts.append(part)
                part = []
            }
            part.append(point)
        }
        return (parts + [part]).filter { $0.count > 1 }
    }
}
