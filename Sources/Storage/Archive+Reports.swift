package import Allergens
package import Foundation
import GRDB
import Geography

extension Archive: ReportArchive {
    package func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await pool.write { [taxonomy] database in
            let outcome = try acts(ArchiveTransaction(database: database, taxonomy: taxonomy))
            database.afterNextTransaction { _ in committed(outcome) }
            return outcome
        }
    }

    package func untoldAlerts(limit: Int) async throws -> [Alert.ID] {
        try await pool.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT alert.id FROM (SELECT DISTINCT alert FROM report WHERE isTold = 0 LIMIT ?) AS untold
                    JOIN alert ON alert.number = untold.alert
                    """, arguments: [limit]
            ).map(Alert.ID.init(rawValue:))
        }
    }

    package func untoldReports(
        of alert: Alert.ID, at now: Date, limit: Int
    ) async throws -> UntoldReports? {
        try await pool.read { [taxonomy] database in
            guard let found = try Self.alert(alert, taxonomy: taxonomy, in: database) else { return nil }
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT report.alert, account, report.longitude, report.latitude, report.low, report.high
                    FROM alert JOIN report ON report.alert = alert.number AND report.isTold = 0
                    WHERE alert.id = \(alert.rawValue)
                    LIMIT \(limit)
                    """
            ).fetchAll(database)
            guard let number = rows.first?["alert"] as Int64? else { return nil }
            let places = rows.map { row in
                Report(
                    account: Account.ID(rawValue: row["account"]), position: Coordinate(row: row),
                    allergens: taxonomy.ids(in: AllergenSet(row: row)), symptoms: [], comment: nil)
            }
            let fences = try Self.untoldFences(of: number, for: places, at: now, taxonomy).fetchAll(database)
            return UntoldReports(
                alert: found, reporters: places.map(\.account),
                fences: fences.map(Fence.Number.init(rawValue:)))
        }
    }

    /// The fences that one of the reports concerns and whose owners do not know of the alert.
    static func untoldFences(
        of alert: Int64, for reports: [Report], at now: Date, _ taxonomy: Taxonomy
    ) -> SQLRequest<Int64> {
        let longitudes = reports.map(\.position.longitude)
        let latitudes = reports.map(\.position.latitude)
        let concerned = reports.map { report -> SQL in
            let set = taxonomy.set(of: report.allergens)
            let watches: SQL =
                set.isEmpty
                ? "fence.unsure = 1"
                : "(fence.low4 & \(set.storedLow) <> 0 OR fence.high4 & \(set.storedHigh) <> 0)"
            return "(\(watches) AND \(ArchiveTransaction.holds(report.position)))"
        }
        return SQLRequest(
            literal: """
                SELECT DISTINCT fence.number
                FROM fenceBox JOIN fence ON fence.number = fenceBox.id / 2
                WHERE fenceBox.west <= \(longitudes.max() ?? 0) AND fenceBox.east >= \(longitudes.min() ?? 0)
                    AND fenceBox.south <= \(latitudes.max() ?? 0) AND fenceBox.north >= \(latitudes.min() ?? 0)
                    AND fence.kinds & \(KindBits.encoded([.user])) <> 0
                    AND \(ArchiveTransaction.isOn(at: now))
                    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.alert = \(alert)
                        AND delivery.account = fence.account AND delivery.channel = 0)
                    AND NOT EXISTS (SELECT 1 FROM report WHERE report.alert = \(alert)
                        AND report.account = fence.account)
                    AND (\(concerned.joined(separator: " OR ")))
                """)
    }
}
