package import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

extension SQLiteStore {
    /// The reports of people who consent to research, in the order in which they were made.
    ///
    /// Reports hidden by a moderator are left out, and withdrawn reports are no longer stored. A withdrawn
    /// consent still covers the reports that were made while it was in force.
    package func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport] {
        let set = query.allergen.map { taxonomy.set(of: [$0]) } ?? AllergenSet()
        let from = query.days.lowerBound.storedBeginning
        let until = query.days.upperBound.adding(days: 1).storedBeginning
        return try await pool.read { [taxonomy, cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT report.number, report.longitude, report.latitude, report.low, report.high,
                        report.alert AS alertNumber, report.account, report.sealed, report.sent,
                        (SELECT count(*) FROM confirmation WHERE confirmation.alert = report.alert) AS confirmations
                    FROM report JOIN alert ON alert.number = report.alert
                    WHERE report.number > \(query.after) AND report.sent >= \(from) AND report.sent < \(until)
                        AND \(Self.isAbout(set)) AND \(Self.isIn(query.box)) AND alert.hidden IS NULL
                        AND EXISTS (
                            SELECT 1 FROM consent WHERE consent.account = report.account
                                AND consent.purpose = \(Consent.Purpose.research.rawValue)
                                AND consent.withdrawn IS NULL)
                    ORDER BY report.number LIMIT \(query.limit)
                    """
            ).fetchAll(database).map { try ResearchReport(row: $0, taxonomy: taxonomy, cipher) }
        }
    }

    private static func isAbout(_ set: AllergenSet) -> SQL {
        guard !set.isEmpty else { return "true" }
        return "(report.low & \(set.storedLow) <> 0 OR report.high & \(set.storedHigh) <> 0)"
    }

    private static func isIn(_ box: BoundingBox?) -> SQL {
        guard let box else { return "true" }
        let parts = box.parts.map { part -> SQL in
            """
            report.longitude BETWEEN \(part.west) AND \(part.east)
                AND report.latitude BETWEEN \(part.south) AND \(part.north)
            """
        }
        return "(\(parts.joined(separator: " OR ")))"
    }
}

extension CivilDate {
    /// The instant at which the day begins in UTC, in stored form.
    fileprivate var storedBeginning: Int64 { Int64(daysSinceEpoch) * 86_400 }
}

extension ResearchReport {
    fileprivate init(row: Row, taxonomy: Taxonomy, _ cipher: RowCipher) throws {
        let sent: Int64 = row["sent"]
        self.init(
            number: row["number"], cell: Coordinate(row: row), hour: Date(stored: sent - sent % 3_600),
            allergens: taxonomy.ids(in: AllergenSet(row: row)),
            symptoms: try ReportDetails(row: row, cipher).symptoms,
            confirmations: row["confirmations"])
    }
}
