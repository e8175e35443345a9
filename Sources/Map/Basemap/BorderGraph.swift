/// The edges of all provinces, each once, classified by what they separate.
///
/// Neighbours share their corners, so an edge of two rings is a border, and an edge of a single ring is
/// coast.
struct BorderGraph {
    /// The kind of a line on the map.
    enum Kind: Int, CaseIterable {
        case coast, country, province
    }

    private struct Edge: Hashable {
        let from: WorldPoint
        let to: WorldPoint

        init(_ one: WorldPoint, _ other: WorldPoint) {
            let isSorted = (one.x, one.y) < (other.x, other.y)
            (from, to) = isSorted ? (one, other) : (other, one)
        }
    }

    private var neighbours: [Kind: [WorldPoint: [WorldPoint]]] = [:]
    /// Points where lines of any kind meet or end; simplification keeps them.
    private(set) var joints: Set<WorldPoint> = []

    init(_ provinces: [Province]) {
        var owners: [Edge: (first: Int, second: Int?)] = [:]
        for (number, province) in provinces.enumerated() {
            for ring in province.rings {
                let points = ring.map(WorldPoint.init)
                for (from, to) in zip(points, points.dropFirst()) where from != to {
                    let edge = Edge(from, to)
                    if let owner = owners[edge] {
                        owners[edge] = (owner.first, number)
                    } else {
                        owners[edge] = (number, nil)
                    }
                }
            }
        }
        var degrees: [WorldPoint: Int] = [:]
        for (edge, owner) in owners {
            let kind = Self.kind(owner, provinces)
            neighbours[kind, default: [:]][edge.from, default: []].append(edge.to)
            neighbours[kind, default: [:]][edge.to, default: []].append(edge.from)
            degrees[edge.from, default: 0] += 1
            degrees[edge.to, default: 0] += 1
        }
        joints = Set(degrees.lazy.filter { $0.value != 2 }.map(\.key))
    }

    private static func kind(_ owner: (first: Int, second: Int?), _ provinces: [Province]) -> Kind {
        guard let second = owner.second, second != owner.first else { return .coast }
        return provinces[owner.first].countryCode == provinces[second].countryCode ? .province : .country
    }

    /// The lines of a kind: each edge once, joined as far as possible.
    ///
    /// A line that ends where it begins is a ring, and all coasts are rings. The same provinces give the same
    /// lines in the same order.
    func lines(_ kind: Kind) -> [[WorldPoint]] {
        var rest = neighbours[kind] ?? [:]
        let order = rest.keys.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        for point in order { rest[point]?.sort { ($0.x, $0.y) < ($1.x, $1.y) } }
        var lines: [[WorldPoint]] = []
        // Borders start at ends and branches; only rings are left after that.
        let branches = kind == .coast ? [] : order.filter { rest[$0]?.count != 2 }
        let isBranch = Set(branches)
        for start in branches + order {
            while let next = rest[start]?.first {
                var line = [start, next]
                Self.take(from: start, to: next, of: &rest)
                while let end = line.last, end != start, !isBranch.contains(end), let next = rest[end]?.first
                {
                    Self.take(from: end, to: next, of: &rest)
                    line.append(next)
                }
                lines.append(line)
            }
        }
        return lines
    }

    private static func take(
        from: WorldPoint, to: WorldPoint, of rest: inout [WorldPoint: [WorldPoint]]
    ) {
        rest[from]?.removeAll { $0 == to }
        rest[to]?.removeAll { $0 == from }
    }
}
