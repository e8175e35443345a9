import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

extension SQLiteTransaction: ReportTransaction {
    func cluster(for report: Report, within metres: Double, at now: Date) throws -> Alert.Reference? {
        let rows = try BoundingBox(around: report.position, radius: metres).searchedParts.compactMap { part in
            try Self.clusterRequest(for: report, in: part, within: metres, at: now, taxonomy).fetchOne(
                database)
        }
        let row = rows.min { one, other in
            let (own, otherOwn): (Bool, Bool) = (one["isOwn"], other["isOwn"])
            return own != otherOwn ? own : (one["number"] as Int64) < other["number"]
        }
        return row.map { Alert.Reference(id: Alert.ID(rawValue: $0["id"]), sent: Date(stored: $0["sent"])) }
    }

    static func clusterRequest(
        for report: Report, in part: BoundingBox, within metres: Double, at now: Date, _ taxonomy: Taxonomy
    ) -> SQLRequest<Row> {
        let set = taxonomy.set(of: report.allergens)
        let (low, high) = (set.storedLow, set.storedHigh)
        let minute = AlertTime.minutes(now)
        return SQLRequest(
            literal: """
                SELECT alert.number, alert.id, alert.sent,
                    EXISTS (SELECT 1 FROM report WHERE report.alert = alert.number
                        AND report.account = \(report.account.rawValue)) AS isOwn
                FROM alertBox JOIN alert ON alert.number = alertBox.alert
                WHERE alertBox.west <= \(part.east) AND alertBox.east >= \(part.west)
                    AND alertBox.south <= \(part.north) AND alertBox.north >= \(part.south)
                    AND alertBox.starts <= \(minute) AND alertBox.ends >= \(minute)
                    AND alert.kind = 'user' AND alert.message <> 'cancel' AND alert.sent <= \(now.stored)
                    AND alert.expires > \(now.stored) AND alert.ended IS NULL AND alert.hidden IS NULL
                    AND alert.low & \(low) = \(low) AND alert.high & \(high) = \(high)
                    AND (alert.low = 0 AND alert.high = 0) = \(set.isEmpty)
                    AND geodesic(alert.longitude, alert.latitude, \(report.position.longitude),
                        \(report.position.latitude)) <= \(metres)
                ORDER BY isOwn DESC, alert.number
                LIMIT 1
                """, cached: true)
    }

    func report(of account: Account.ID, in alert: Alert.ID) throws -> (report: Report, sent: Date)? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT alert.number AS alertNumber, report.account, report.longitude, report.latitude,
                    report.low, report.high, report.sealed, report.isNamed, report.sent
                FROM alert JOIN report ON report.alert = alert.number
                WHERE alert.id = \(alert.rawValue) AND report.account = \(account.rawValue)
                """, cached: true
        ).fetchOne(database)
        guard let row else { return nil }
        let details = try ReportDetails(row: row, cipher)
        let report = Report(
            account: account, position: Coordinate(row: row),
            allergens: taxonomy.ids(in: AllergenSet(row: row)), symptoms: details.symptoms,
            strength: details.strength, comment: details.comment, isNamed: row["isNamed"])
        return (report, Date(stored: row["sent"]))
    }

    func join(_ report: Report, to alert: Alert.ID, at now: Date) throws {
        try keep(report, in: alert, at: now)
        try postponeAnnouncement(of: report, in: alert)
        _ = try retractConfirmation(of: alert, by: report.account)
    }

    func postponeAnnouncement(of report: Report, in alert: Alert.ID) throws {
        try run(
            "UPDATE report SET isTold = 0 WHERE alert = ? AND account = ?",
            [try number(of: alert), report.account.rawValue])
    }

    func hasUnannouncedReports() throws -> Bool {
        try SQLRequest<Bool>(
            literal: "SELECT EXISTS (SELECT 1 FROM report WHERE isTold = 0)", cached: true
        ).fetchOne(database) ?? false
    }

    func fences(near position: Coordinate, upTo limit: Int) throws -> Int {
        let parts = BoundingBox(around: position, radius: Report.publicReach).parts
        let boxes = parts.map { "SELECT 1 FROM fenceBox WHERE \(FenceSearch.touching($0))" as SQL }
        return try SQLRequest<Int>(
            literal: """
                SELECT count(*) FROM (\(boxes.joined(separator: " UNION ALL ")) LIMIT \(limit)) AS found
                """, cached: true
        ).fetchOne(database) ?? 0
    }

    func markAnnounced(_ reports: [UnannouncedReports.Report], of alert: Alert.ID) throws {
        let number = try number(of: alert)
        for report in reports {
            let (position, set) = (report.content.position, report.content.allergens)
            try run(
                """
                UPDATE report SET isTold = 1
                WHERE alert = ? AND account = ? AND sent = ? AND longitude = ? AND latitude = ?
                    AND low = ? AND high = ?
                """,
                [
                    number, report.account.rawValue, report.sent.stored, position.longitude,
                    position.latitude,
                    set.storedLow, set.storedHigh,
                ])
        }
    }

    func notify(of alert: Alert, concerned: [Fence.Number], now: Date) throws {
        let fences = String(
            decoding: try JSONEncoder().encode(concerned.map(\.rawValue)), as: UTF8.self)
        let number = try number(of: alert.id)
        try notify(
            of: alert,
            concerned: Self.concern(
                of: alert,
                among: """
                    json_each(\(fences)) AS wanted JOIN fence ON fence.number = wanted.value
                    WHERE \(Self.isOn(at: now)) AND NOT EXISTS (
                        SELECT 1 FROM report WHERE report.alert = \(number) AND report.account = fence.account)
                    \(try isNoWitness("fence.account", of: number)) AND EXISTS (
                        SELECT 1 FROM report WHERE report.alert = \(number) AND report.isTold = 0
                            AND (report.low = 0 AND report.high = 0 AND fence.unsure = 1
                                OR fenceWatches(\(SQLFunctions.fence), report.low, report.high)))
                    """, now: now, taxonomy), now: now)
    }

    func alert(_ id: Alert.ID) throws -> Alert? {
        try SQLiteRunner(database).alert(id, taxonomy: taxonomy, cipher.keys)
    }

    func extend(_ alert: Alert.ID, until expires: Date) throws {
        try run(
            """
            UPDATE alert SET promised = coalesce(promised, expires), expires = ?1
            WHERE id = ?2 AND expires <= ?1 - 60
            """,
            [expires.stored, alert.rawValue])
        guard database.changesCount == 1 else { return }
        changes.reportsChanged = true
        try run(
            "UPDATE alertBox SET ends = ? WHERE alert = ?",
            [AlertTime.minutes(expires), try number(of: alert)])
    }

    func withdrawReport(of alert: Alert.ID, by account: Account.ID) throws -> Bool {
        try run(
            "DELETE FROM report WHERE alert = ? AND account = ?",
            [try number(of: alert), account.rawValue])
        return hasChangedReports()
    }

    func expireQueued(of alert: Alert.ID, at now: Date) throws {
        let number = try number(of: alert)
        try WaitingLines.giveUp(
            where: "alert = \(number)", as: .expired, because: nil, at: now, by: SQLiteRunner(database))
    }
}
