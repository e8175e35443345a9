package import Alerts
import Allergens
import Foundation
import Geography
import People
import Sealing

extension RowStore {
    /// The reports of people who consent to research, in the order in which they were made.
    ///
    /// Reports hidden by a moderator are left out, and withdrawn reports are no longer stored. A withdrawn
    /// consent still covers the reports that were made while it was in force.
    package func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport] {
        let set = query.allergen.map { taxonomy.set(of: [$0]) } ?? AllergenSet()
        let from = query.days.lowerBound.storedBeginning
        let until = query.days.upperBound.adding(days: 1).storedBeginning
        return try await readRows { [taxonomy, keys] runner in
            try runner.rows(
                """
                SELECT report.number, report.longitude, report.latitude, report.low, report.high,
                    report.alert AS alertNumber, report.account, report.sealed, report.sent,
                    (SELECT count(*) FROM confirmation WHERE confirmation.alert = report.alert) AS confirmations
                FROM report JOIN alert ON alert.number = report.alert
                WHERE report.number > \(query.after) AND report.sent >= \(from) AND report.sent < \(until)
                    AND \(.isAbout(set)) AND \(.isIn(query.box)) AND alert.hidden IS NULL
                    AND EXISTS (
                        SELECT 1 FROM consent WHERE consent.account = report.account
                            AND consent.purpose = \(Consent.Purpose.research.rawValue)
                            AND consent.withdrawn IS NULL)
                ORDER BY report.number LIMIT \(query.limit)
                """
            ).map { try ResearchReport(row: $0, taxonomy: taxonomy, keys) }
        }
    }
}

extension CivilDate {
    /// The instant at which the day begins in UTC, in stored form.
    fileprivate var storedBeginning: Int64 { Int64(daysSinceEpoch) * 86_400 }
}

extension ResearchReport {
    fileprivate init(row: QueryRow, taxonomy: Taxonomy, _ keys: KeyRing) throws {
        let sent: Int64 = try row["sent"]
        self.init(
            number: try row["number"], cell: try Coordinate(row: row),
            hour: Date(stored: sent - sent % 3_600),
            allergens: taxonomy.ids(in: try AllergenSet(row: row)),
            symptoms: try ReportDetails(row: row, keys).symptoms,
            confirmations: try row["confirmations"])
    }
}

extension Query {
    static func isAbout(_ set: AllergenSet) -> Query {
        guard !set.isEmpty else { return "true" }
        return "(report.low & \(set.storedLow) <> 0 OR report.high & \(set.storedHigh) <> 0)"
    }

    static func isIn(_ box: BoundingBox?) -> Query {
        guard let box else { return "true" }
        let parts = box.parts.map { part -> Query in
            """
            report.longitude BETWEEN \(part.west) AND \(part.east)
                AND report.latitude BETWEEN \(part.south) AND \(part.north)
            """
        }
        return "(\(parts.joined(separator: " OR ")))"
    }
}
