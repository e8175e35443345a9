import Alerts
import Allergens
import Geography

/// Gathers what is kept of the fences that watch one of the allergens of a place and may hold the place.
///
/// A report without allergens concerns those that accept such reports. Fences can be added while the server sends others.
/// The outlines that alone can tell are read together in the end, for each is a question to the server.
struct TouchedFences<Kept> {
    /// How many outlines are read at a time.
    private static var outlinesAtOnce: Int { 1_000 }

    private let transaction: PostgreSQLTransaction
    private let places: [(place: ReportPlace, allergens: AllergenSet)]
    private var kept: [Kept] = []
    private var unread: [(fence: CandidateFence, cells: [BoundingBox], item: Kept)] = []

    init(_ transaction: PostgreSQLTransaction, at places: [(place: ReportPlace, allergens: AllergenSet)]) {
        (self.transaction, self.places) = (transaction, places)
    }

    /// Adds a fence, of which something is kept if a place touches it.
    mutating func add(_ fence: CandidateFence, keeping item: Kept) {
        switch touch(of: fence) {
        case .none: break
        case .whole: kept.append(item)
        case .edge(let cells):
            guard let outline = transaction.cipher.outline(ofFence: fence.row.proof)
            else { return unread.append((fence, cells, item)) }
            if cells.contains(where: outline.meets) { kept.append(item) }
        }
    }

    /// What is kept of the fences, in any order.
    mutating func finish() throws -> [Kept] {
        for start in stride(from: 0, to: unread.count, by: Self.outlinesAtOnce) {
            let some = unread[start..<min(start + Self.outlinesAtOnce, unread.count)]
            let outlines = try transaction.outlines(of: some.map(\.fence))
            for (fence, cells, item) in some {
                guard let outline = outlines[fence.number] else { continue }
                if cells.contains(where: outline.meets) { kept.append(item) }
            }
        }
        unread = []
        return kept
    }

    private func touch(of fence: CandidateFence) -> Touch {
        var cells: [BoundingBox] = []
        for (place, set) in places {
            switch transaction.reach(of: fence, to: place, watching: set) {
            case .none: break
            case .whole: return .whole
            case .edge: cells.append(place.cell)
            }
        }
        return cells.isEmpty ? .none : .edge(cells)
    }
}

/// How a fence lies to several places.
private enum Touch {
    case none
    case whole
    /// Its outline tells whether it meets one of these.
    case edge([BoundingBox])
}

extension PostgreSQLTransaction {
    /// The outlines of fences by their numbers.
    fileprivate func outlines(of fences: [CandidateFence]) throws -> [Int64: Outline] {
        // A fence with two boxes may be there twice.
        let proofs = Dictionary(fences.map { ($0.number, $0.row.proof) }) { one, _ in one }
        let rows = try runner.rows(
            """
            SELECT fence.number, fence.id, fenceOutline.rings
            FROM fenceOutline JOIN fence ON fence.number = fenceOutline.fence
            WHERE \(Self.isListed(fences.map { Fence.Number(rawValue: $0.number) }))
            """)
        var outlines: [Int64: Outline] = [:]
        for row in rows {
            let number: Int64 = try row[0]
            guard let proof = proofs[number] else { continue }
            outlines[number] = try cipher.outline(SealedBytes(try row[2], of: try row[1]), ofFence: proof)
        }
        return outlines
    }
}
