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

}
