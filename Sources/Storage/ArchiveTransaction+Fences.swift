import Allergens
import Foundation
import GRDB
import Geography
import Projection

extension ArchiveTransaction {
    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        // A wide fence over the antimeridian may be met through both of its boxes.
        let parts = box.parts
        var seen: Set<Int64> = []
        for part in parts {
            let rows = try Self.watchingRequest(touching: part, code: code, for: kind, at: now)
                .fetchCursor(database)
            while let row = try rows.next() {
                guard parts.count == 1 || seen.insert(row[0]).inserted else { continue }
                try visit(watchingFence(row))
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
                SELECT \(watchingColumns(set)), announcedLevel.level, announcedLevel.day
                FROM fenceBox JOIN fence ON fence.number = fenceBox.id / 2
                LEFT JOIN announcedLevel
                    ON announcedLevel.fence = fence.number AND announcedLevel.allergen = \(code)
                WHERE fenceBox.west <= \(part.east) AND fenceBox.east >= \(part.west)
                    AND fenceBox.south <= \(part.north) AND fenceBox.north >= \(part.south)
                    AND fence.kinds & \(KindBits.encoded([kind])) <> 0
                    AND \(set.overlaps("fence.low4", "fence.high4"))
                    AND \(isOn(at: now))
                """)
    }

    /// What ``WatchingFence`` is read from, up to what was announced.
    static func watchingColumns(_ allergen: AllergenSet) -> SQL {
        let (low, high) = (allergen.storedLow, allergen.storedHigh)
        return """
            fence.number, fence.longitude, fence.latitude, fence.x, fence.y, fence.z, fence.extent,
            fence.radius IS NULL, fence.fieldMaximum,
            CASE WHEN fence.low1 & \(low) <> 0 OR fence.high1 & \(high) <> 0 THEN 1
                WHEN fence.low2 & \(low) <> 0 OR fence.high2 & \(high) <> 0 THEN 2
                WHEN fence.low3 & \(low) <> 0 OR fence.high3 & \(high) <> 0 THEN 3 ELSE 4 END
            """
    }

    func watchingFence(_ row: Row) throws -> WatchingFence {
        let number: Int64 = row[0]
        guard let anchor = Coordinate(longitude: row[1], latitude: row[2]),
            let threshold = Level(rank: row[9])
        else { preconditionFailure("the store holds a fence at no place or without a level") }
        let announced = (row[10] as Int?).flatMap(Level.init(rank:)).map {
            Announcement(level: $0, day: CivilDate(daysSinceEpoch: row[11]))
        }
        let extent: Double = row[6]
        let isPolygon: Bool = row[7]
        return WatchingFence(
            number: Fence.Number(rawValue: number), anchor: anchor,
            anchorVector: UnitVector(x: row[3], y: row[4], z: row[5]), extent: extent,
            gauge: row[8] ? .field : .station, threshold: threshold, announced: announced,
            holds: { [database] position in
                guard isPolygon else { return Geodesic.distance(from: anchor, to: position) <= extent }
                let rings = try SQLRequest<Data>(
                    literal: "SELECT rings FROM fenceOutline WHERE fence = \(number)", cached: true
                ).fetchOne(database)
                return rings.map { Outline(bytes: $0).covers(position) } ?? false
            })
    }

    func remember(_ announcements: [Fence.Number: Announcement?], of allergen: Allergen.ID) throws {
        let code = try code(of: allergen)
        for (fence, announcement) in announcements {
            guard let announcement else {
                try run(
                    "DELETE FROM announcedLevel WHERE fence = ? AND allergen = ?", [fence.rawValue, code])
                continue
            }
            try run(
                """
                INSERT INTO announcedLevel (fence, allergen, level, day) VALUES (?, ?, ?, ?)
                ON CONFLICT (fence, allergen) DO UPDATE SET level = excluded.level, day = excluded.day
                """, [fence.rawValue, code, announcement.level.rank, announcement.day.daysSinceEpoch])
        }
    }
}
