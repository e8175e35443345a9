import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Projection

extension SQLiteTransaction {
    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        var set = AllergenSet()
        set.insert(code: code)
        // A wide fence across the antimeridian may be found through both of its boxes.
        let parts = box.parts
        var seen: Set<Int64> = []
        for part in parts {
            let rows = try Self.watchingRequest(touching: part, code: code, for: kind, at: now)
                .fetchCursor(database)
            while let row = try rows.next() {
                guard parts.count == 1 || seen.insert(row[0]).inserted else { continue }
                try visit(watchingFence(row, set))
            }
        }
    }

    static func watchingRequest(
        touching part: BoundingBox, code: Int, for kind: Alert.Kind, at now: Date
    ) -> SQLRequest<Row> {
        var set = AllergenSet()
        set.insert(code: code)
        return SQLRequest(
            literal: """
                SELECT \(watchingColumns), announcedLevel.level, announcedLevel.day
                FROM fenceBox JOIN fence ON fence.number = fenceBox.id / 2
                LEFT JOIN announcedLevel
                    ON announcedLevel.fence = fence.number AND announcedLevel.allergen = \(code)
                WHERE fenceBox.west <= \(part.east) AND fenceBox.east >= \(part.west)
                    AND fenceBox.south <= \(part.north) AND fenceBox.north >= \(part.south)
                    AND fence.kinds & \(KindBits.encoded([kind])) <> 0
                    AND \(isOn(at: now)) AND \(watches(set))
                """)
    }

    /// The columns from which ``WatchingFence`` is read, without the announcement.
    static let watchingColumns: SQL = "\(SQLFunctions.fence), fence.fieldMaximum"

    func watchingFence(_ row: Row, _ allergen: AllergenSet) throws -> WatchingFence {
        let (number, id): (Int64, String) = (row[0], row[1])
        let found = try row.withUnsafeData(atIndex: 2) { sealed in
            let sealed = sealed ?? Data()
            return try cipher.ask(number, SealedBytes(sealed, of: id)) { fence, plan in
                (fence: fence, threshold: plan.level(of: allergen))
            }
        }
        guard let threshold = found.threshold
        else { preconditionFailure("the statement finds fences that watch the allergen") }
        let announced = (row[4] as Int?).flatMap(Level.init(rank:)).map {
            Announcement(level: $0, day: CivilDate(daysSinceEpoch: row[5]))
        }
        let fence = found.fence
        return WatchingFence(
            number: Fence.Number(rawValue: number), anchor: fence.anchor, anchorVector: fence.vector,
            extent: fence.extent, gauge: row[3] ? .field : .station, threshold: threshold,
            announced: announced,
            holds: { [self] position in
                guard !fence.isCircle
                else { return Geodesic.distance(from: fence.anchor, to: position) <= fence.extent }
                return try outline(of: number, id)?.covers(position) ?? false
            })
    }

}
