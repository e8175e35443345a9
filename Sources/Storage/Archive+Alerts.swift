package import Allergens
package import Foundation
import GRDB
package import Geography

extension Archive {
    /// The alert with an identifier.
    package func alert(_ id: Alert.ID) async throws -> Alert? {
        try await pool.read { [taxonomy] database in try Self.alert(id, taxonomy: taxonomy, in: database) }
    }

    static func alert(_ id: Alert.ID, taxonomy: Taxonomy, in database: Database) throws -> Alert? {
        try SQLRequest<Row>(
            literal: "SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.id = \(id.rawValue)"
        ).fetchOne(database).map { try Alert(row: $0, taxonomy: taxonomy) }
    }

    /// The alerts that stand at `instant` in a box, the newest first, at most `limit`.
    ///
    /// Cancellations are no alerts that stand; they are found by their identifier and by what they refer to.
    package func alerts(
        in box: BoundingBox, at instant: Date, concerning allergens: AllergenSet, limit: Int
    ) async throws -> [Alert] {
        try await pool.read { [taxonomy] database in
            let found = try box.searchedParts.flatMap { part in
                try Self.alertRequest(in: part, at: instant, concerning: allergens, limit: limit)
                    .fetchAll(database).map { try Alert(row: $0, taxonomy: taxonomy) }
            }
            return Array(found.sorted { $0.sent > $1.sent }.prefix(limit))
        }
    }

    /// The R*Tree holds 32-bit floats and whole minutes: the alert's own columns decide.
    static func alertRequest(
        in part: BoundingBox, at instant: Date, concerning allergens: AllergenSet, limit: Int
    ) -> SQLRequest<Row> {
        let minute = AlertTime.minutes(instant)
        let second = instant.stored
        return SQLRequest(
            literal: """
                SELECT \(AlertRow.columns)
                FROM alertBox
                JOIN alert ON alert.number = alertBox.alert
                \(AlertRow.joins)
                WHERE alertBox.west <= \(part.east) AND alertBox.east >= \(part.west)
                    AND alertBox.south <= \(part.north) AND alertBox.north >= \(part.south)
                    AND alertBox.starts <= \(minute) AND alertBox.ends >= \(minute)
                    AND alert.longitude BETWEEN \(part.west) AND \(part.east)
                    AND alert.latitude BETWEEN \(part.south) AND \(part.north)
                    AND alert.sent <= \(second) AND alert.expires > \(second)
                    AND (alert.ended IS NULL OR alert.ended > \(second)) AND alert.message <> 'cancel'
                    AND (\(allergens.isEmpty)
                        OR alertBox.low & \(allergens.storedLow) <> 0
                        OR alertBox.high & \(allergens.storedHigh) <> 0)
                ORDER BY alert.number DESC
                LIMIT \(limit)
                """)
    }

    /// The alerts that stand at any moment of a span, wherever they are, the newest first.
    package func alerts(standingIn span: ClosedRange<Date>) async throws -> [Alert] {
        try await pool.read { [taxonomy] database in
            try Self.standingRequest(in: span).fetchAll(database).map {
                try Alert(row: $0, taxonomy: taxonomy)
            }
        }
    }

    static func standingRequest(in span: ClosedRange<Date>) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT \(AlertRow.columns)
                FROM alertBox
                JOIN alert ON alert.number = alertBox.alert
                \(AlertRow.joins)
                WHERE alertBox.starts <= \(AlertTime.minutes(span.upperBound))
                    AND alertBox.ends >= \(AlertTime.minutes(span.lowerBound))
                    AND alert.sent <= \(span.upperBound.stored) AND alert.expires > \(span.lowerBound.stored)
                    AND (alert.ended IS NULL OR alert.ended > \(span.lowerBound.stored))
                    AND alert.message <> 'cancel'
                ORDER BY alert.number DESC
                """)
    }
}
