import Alerts
import Allergens
import Foundation
import Geography
import People
import Projection

extension PostgreSQLTransaction {
    func cluster(for report: Report, within metres: Double, at now: Date) throws -> Alert.Reference? {
        let set = taxonomy.set(of: report.allergens)
        let (low, high) = (set.storedLow, set.storedHigh)
        let minute = AlertTime.minutes(now)
        let isUnsure: Query = set.isEmpty ? "" : "NOT"
        let rows = try BoundingBox(around: report.position, radius: metres).searchedParts.flatMap { part in
            try runner.rows(
                """
                SELECT alert.number, alert.id, alert.sent, alert.longitude, alert.latitude,
                    EXISTS (SELECT 1 FROM report WHERE report.alert = alert.number
                        AND report.account = \(report.account.rawValue)) AS isOwn
                FROM alertBox JOIN alert ON alert.number = alertBox.alert
                WHERE \(BoxSearch.touching(part, in: "alertBox"))
                    AND alertBox.starts <= \(minute) AND alertBox.ends >= \(minute)
                    AND alert.kind = 'user' AND alert.message <> 'cancel' AND alert.sent <= \(now.stored)
                    AND alert.expires > \(now.stored) AND alert.ended IS NULL AND alert.hidden IS NULL
                    AND alert.low & \(low) = \(low) AND alert.high & \(high) = \(high)
                    AND \(isUnsure) (alert.low = 0 AND alert.high = 0)
                ORDER BY isOwn DESC, alert.number
                """)
        }
        let near = try rows.filter {
            Geodesic.distance(from: try Coordinate(row: $0), to: report.position) <= metres
        }
        let first = try near.min { one, other in
            let (own, otherOwn): (Bool, Bool) = (try one["isOwn"], try other["isOwn"])
            let (number, otherNumber): (Int64, Int64) = (try one["number"], try other["number"])
            return own != otherOwn ? own : number < otherNumber
        }
        return try first.map {
            Alert.Reference(id: Alert.ID(rawValue: try $0["id"]), sent: Date(stored: try $0["sent"]))
        }
    }

    /// The fences that watch one of the allergens of a place and may hold the place, in the same order.
    ///
    /// A report without allergens concerns those that accept such reports. The outlines that alone can tell are read
    /// together, for each is a question to the server.
    func touched(
        _ fences: [CandidateFence], at places: [(place: ReportPlace, allergens: AllergenSet)]
    ) throws -> [CandidateFence] {
        var isTouched = [Bool](repeating: false, count: fences.count)
        var unread: [(index: Int, cells: [BoundingBox])] = []
        for (index, fence) in fences.enumerated() {
            switch touch(of: fence, at: places) {
            case .none: break
            case .whole: isTouched[index] = true
            case .edge(let cells):
                guard let outline = cipher.outline(ofFence: fence.row.proof) else {
                    unread.append((index, cells))
                    continue
                }
                isTouched[index] = cells.contains { outline.meets($0) }
            }
        }
        for start in stride(from: 0, to: unread.count, by: Self.outlinesAtOnce) {
            let some = unread[start..<min(start + Self.outlinesAtOnce, unread.count)]
            let outlines = try outlines(of: some.map { fences[$0.index] })
            for (index, cells) in some {
                guard let outline = outlines[fences[index].number] else { continue }
                isTouched[index] = cells.contains { outline.meets($0) }
            }
        }
        return fences.indices.filter { isTouched[$0] }.map { fences[$0] }
    }

    /// How many outlines are read at a time.
    private static let outlinesAtOnce = 1_000

    private func touch(
        of fence: CandidateFence, at places: [(place: ReportPlace, allergens: AllergenSet)]
    ) -> Touch {
        var cells: [BoundingBox] = []
        for (place, set) in places {
            switch reach(of: fence, to: place, watching: set) {
            case .none: break
            case .whole: return .whole
            case .edge: cells.append(place.cell)
            }
        }
        return cells.isEmpty ? .none : .edge(cells)
    }

    /// How a fence lies to a place, if it watches one of the allergens there.
    func reach(
        of fence: CandidateFence, to place: ReportPlace, watching set: AllergenSet
    ) -> ReportPlace.Reach {
        guard !set.isEmpty || fence.acceptsUnsure else { return .none }
        return fence.ask { opened, plan in
            set.isEmpty || plan.all.overlaps(set) ? place.reach(of: opened) : .none
        }
    }

    /// The outlines of fences by their numbers.
    private func outlines(of fences: [CandidateFence]) throws -> [Int64: Outline] {
        let proofs = Dictionary(uniqueKeysWithValues: fences.map { ($0.number, $0.row.proof) })
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

/// How a fence lies to several places.
private enum Touch {
    case none
    case whole
    /// Its outline tells whether it meets one of these.
    case edge([BoundingBox])
}

extension ReportPlace {
    /// How a fence lies to the place.
    enum Reach {
        case none
        case whole
        /// Only its outline tells.
        case edge
    }

    /// Mostly the chord on the sphere decides, and near the edge of a circle the distance on the ellipsoid.
    func reach(of fence: OpenedFence) -> Reach {
        let chord = fence.vector.squaredChord(to: vector)
        if chord < fence.inner { return .whole }
        let extent = fence.extent + Report.publicReach
        if chord > Self.surelyBeyond * extent * extent { return .none }
        guard fence.isCircle else { return .edge }
        if chord < Self.surelyWithin * extent * extent { return .whole }
        return Geodesic.distance(from: fence.anchor, to: centre) <= extent ? .whole : .none
    }
}
