package import Alerts
package import Allergens
package import Foundation
import GRDB
package import Geography

extension SQLiteStore {
    /// The alert with an identifier.
    package func alert(_ id: Alert.ID) async throws -> Alert? {
        try await pool.read { [taxonomy] database in try Self.alert(id, taxonomy: taxonomy, in: database) }
    }

    static func alert(_ id: Alert.ID, taxonomy: Taxonomy, in database: Database) throws -> Alert? {
        try SQLRequest<Row>(
            literal:
                "SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.id = \(id.rawValue)",
            cached: true
        ).fetchOne(database).map { try Alert(row: $0, taxonomy: taxonomy) }
    }

    /// The alerts in force at `instant` in a box, newest first, at most `limit`.
    ///
    /// Cancellations are never in force. They are found by their identifier and by the alert they refer to.
    package func alerts(
        in box: BoundingBox, at instant: Date, concerning allergens: AllergenSet, limit: Int
    ) async throws -> [Alert] {
        var query = AlertQuery(standingIn: instant...instant, limit: limit)
        query.box = box
        query.allergens = allergens
        return try await alerts(query).alerts
    }

    /// A page of the alerts that match a query, newest first.
    package func alerts(_ query: AlertQuery) async throws -> AlertPage {
        try await pool.read { [taxonomy] database in
            let rows = try query.box.searchedParts.flatMap { part in
                try Self.alertRequest(query, in: part).fetchAll(database)
            }
            // Each of the two parts of a box gives its own newest alerts.
            let found = rows.map { (place: AlertPage.Cursor(row: $0), row: $0) }
                .sorted { ($0.place.sent, $0.place.number) > ($1.place.sent, $1.place.number) }
            let page = found.prefix(query.limit)
            return AlertPage(
                alerts: try page.map { try Alert(row: $0.row, taxonomy: taxonomy) },
                next: found.count > query.limit ? page.last?.place : nil)
        }
    }

    /// Requests one alert more than the page holds, to know whether there is another page.
    ///
    /// The R*Tree holds 32-bit floats and whole minutes, so the alert's own columns decide.
    static func alertRequest(_ query: AlertQuery, in part: BoundingBox) -> SQLRequest<Row> {
        let (first, last) = (query.span.lowerBound, query.span.upperBound)
        let kinds = query.kinds.map(\.rawValue)
        let cursor = query.cursor ?? AlertPage.Cursor(sent: .max, number: .max)
        return SQLRequest(
            literal: """
                SELECT alert.number, \(AlertRow.columns)
                FROM alertBox
                JOIN alert ON alert.number = alertBox.alert
                \(AlertRow.joins)
                WHERE alertBox.west <= \(part.east) AND alertBox.east >= \(part.west)
                    AND alertBox.south <= \(part.north) AND alertBox.north >= \(part.south)
                    AND alertBox.starts <= \(AlertTime.minutes(last))
                    AND alertBox.ends >= \(AlertTime.minutes(first))
                    AND (alert.sent, alert.number) < (\(cursor.sent), \(cursor.number))
                    AND alert.longitude BETWEEN \(part.west) AND \(part.east)
                    AND alert.latitude BETWEEN \(part.south) AND \(part.north)
                    AND alert.sent <= \(last.stored) AND alert.expires > \(first.stored)
                    AND (alert.ended IS NULL OR alert.ended > \(first.stored))
                    AND (\(query.includesCancellations) OR alert.message <> 'cancel')
                    AND alert.kind IN \(kinds)
                    AND (\(query.allergens.isEmpty)
                        OR alertBox.low & \(query.allergens.storedLow) <> 0
                        OR alertBox.high & \(query.allergens.storedHigh) <> 0)
                ORDER BY alert.sent DESC, alert.number DESC
                LIMIT \(query.limit + 1)
                """)
    }

    /// All alerts in force at any moment of a span, newest first.
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

extension AlertPage.Cursor {
    fileprivate init(row: Row) { self.init(sent: row["sent"], number: row["number"]) }
}
