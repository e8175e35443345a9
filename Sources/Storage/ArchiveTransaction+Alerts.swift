import Allergens
import Foundation
import GRDB
import Geography

extension ArchiveTransaction {
    func fences(
        touching box: BoundingBox, watching allergens: AllergenSet, for kind: Alert.Kind
    ) throws -> [FenceCandidate] {
        // A wide fence over the antimeridian may be met through both of its boxes.
        var seen: Set<Int64> = []
        return try box.parts.flatMap { part in
            try Self.candidateRequest(touching: part, watching: allergens, for: kind).fetchAll(database)
                .filter { seen.insert($0["number"]).inserted }
                .map(candidate(row:))
        }
    }

    static func candidateRequest(
        touching part: BoundingBox, watching allergens: AllergenSet, for kind: Alert.Kind
    ) -> SQLRequest<Row> {
        let kinds = KindBits.encoded([kind])
        return SQLRequest(
            literal: """
                SELECT fence.* FROM fenceBox JOIN fence ON fence.number = fenceBox.fence
                WHERE fenceBox.west <= \(part.east) AND fenceBox.east >= \(part.west)
                    AND fenceBox.south <= \(part.north) AND fenceBox.north >= \(part.south)
                    AND fenceBox.kinds & \(kinds) <> 0
                    AND (\(allergens.isEmpty)
                        OR fenceBox.low & \(allergens.storedLow) <> 0
                        OR fenceBox.high & \(allergens.storedHigh) <> 0)
                """)
    }

    private func candidate(row: Row) throws -> FenceCandidate {
        let number: Int64 = row["number"]
        let anchor = Coordinate(row: row)
        let radius: Double? = row["radius"]
        let outline: String? = row["outline"]
        return FenceCandidate(
            id: Fence.ID(rawValue: row["id"]), version: number,
            account: Account.ID(rawValue: row["account"]), name: row["name"], anchor: anchor,
            levels: try Archive.levels(ofFence: number, taxonomy: taxonomy, in: database),
            area: { try Fence.Area(anchor: anchor, radius: radius, outline: outline) })
    }

    func announcement(at fence: Fence.ID, of allergen: Allergen.ID) throws -> Announcement? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT level, day FROM announcement
                WHERE fence = (SELECT number FROM fence WHERE id = \(fence.rawValue))
                    AND allergen = \(try code(of: allergen))
                """, cached: true
        ).fetchOne(database)
        guard let row, let level = Level(rank: row["level"]) else { return nil }
        return Announcement(level: level, day: CivilDate(daysSinceEpoch: row["day"]))
    }

    func remember(_ announcement: Announcement?, at fence: Fence.ID, of allergen: Allergen.ID) throws {
        let code = try code(of: allergen)
        guard let announcement else {
            return try run(
                """
                DELETE FROM announcement
                WHERE fence = (SELECT number FROM fence WHERE id = ?) AND allergen = ?
                """, [fence.rawValue, code])
        }
        try run(
            """
            INSERT INTO announcement (fence, allergen, level, day)
            SELECT number, ?2, ?3, ?4 FROM fence WHERE id = ?1
            ON CONFLICT (fence, allergen) DO UPDATE SET level = excluded.level, day = excluded.day
            """, [fence.rawValue, code, announcement.level.rank, announcement.day.daysSinceEpoch])
    }

    func raise(_ alert: Alert, report: Report?, for recipients: [Recipient]) throws -> [LedgerEntry] {
        let number = try insert(alert)
        if let report { try insert(report, ofAlert: number) }
        return try recipients.map { recipient in
            try run(
                """
                INSERT INTO delivery (alert, account, channel, fences, created) VALUES (?, ?, 'live', ?, ?)
                """,
                [
                    number, recipient.account.rawValue, try JSONList.encoded(recipient.fences),
                    alert.sent.stored,
                ])
            return LedgerEntry(
                id: database.lastInsertedRowID, account: recipient.account, alert: alert,
                fences: recipient.fences)
        }
    }

    private func insert(_ alert: Alert) throws -> Int64 {
        let set = taxonomy.set(of: alert.allergens)
        let place = alert.publicPosition
        try database.execute(
            literal: """
                INSERT INTO alert
                    (id, kind, low, high, level, longitude, latitude, sent, expires, headline, station)
                VALUES (
                    \(alert.id.rawValue), \(alert.kind.rawValue), \(set.storedLow), \(set.storedHigh),
                    \(alert.level?.rank), \(place.longitude), \(place.latitude), \(alert.sent.stored),
                    \(alert.expires.stored), \(alert.headline),
                    (SELECT number FROM station WHERE id = \(alert.station?.rawValue)))
                """)
        let number = database.lastInsertedRowID
        try database.execute(
            literal: """
                INSERT INTO alertBox (alert, west, east, south, north, starts, ends, low, high)
                VALUES (
                    \(number), \(place.longitude), \(place.longitude), \(place.latitude), \(place.latitude),
                    \(AlertTime.minutes(alert.sent)), \(AlertTime.minutes(alert.expires)),
                    \(set.storedLow), \(set.storedHigh))
                """)
        return number
    }

    private func insert(_ report: Report, ofAlert number: Int64) throws {
        try database.execute(
            literal: """
                INSERT INTO report (alert, account, longitude, latitude, symptoms, comment)
                VALUES (
                    \(number), \(report.account.rawValue), \(report.position.longitude),
                    \(report.position.latitude), \(try JSONList.encoded(report.symptoms.map(\.rawValue))),
                    \(report.comment))
                """)
    }
}

/// Instants as the R*Tree of alerts holds them.
enum AlertTime {
    /// Minutes since 2020-01-01T00:00Z: below 2²⁴, and so exact in 32 bits, until 2051.
    static func minutes(_ instant: Date) -> Double {
        ((instant.timeIntervalSince1970 - 1_577_836_800) / 60).rounded(.down)
    }
}

/// Short lists of text in one column.
enum JSONList {
    static func encoded(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    static func decoded(_ text: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
}
