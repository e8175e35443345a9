package import Alerts
package import Allergens
package import Foundation
package import Geography
import Sealing

extension RowStore {
    /// The alert with an identifier.
    package func alert(_ id: Alert.ID) async throws -> Alert? {
        try await readRows { [taxonomy, keys] runner in try runner.alert(id, taxonomy: taxonomy, keys) }
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
        try await readRows { [taxonomy, keys] runner in
            let rows = try query.box.searchedParts.flatMap { part in
                try runner.rows(AlertRow.page(query, in: part))
            }
            // Each of the two parts of a box gives its own newest alerts.
            let found = try rows.map { (place: try AlertPage.Cursor(row: $0), row: $0) }
                .sorted { ($0.place.sent, $0.place.number) > ($1.place.sent, $1.place.number) }
            let page = found.prefix(query.limit)
            return AlertPage(
                alerts: try page.map { try Alert(row: $0.row, taxonomy: taxonomy, keys) },
                next: found.count > query.limit ? page.last?.place : nil)
        }
    }

    /// All alerts in force at any moment of a span, newest first.
    package func alerts(standingIn span: ClosedRange<Date>) async throws -> [Alert] {
        try await readRows { [taxonomy, keys] runner in
            try runner.rows(AlertRow.standing(in: span)).map {
                try Alert(row: $0, taxonomy: taxonomy, keys)
            }
        }
    }
}

extension QueryRunner {
    func alert(_ id: Alert.ID, taxonomy: Taxonomy, _ keys: KeyRing) throws -> Alert? {
        try row("SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.id = \(id.rawValue)").map
        { try Alert(row: $0, taxonomy: taxonomy, keys) }
    }
}

extension AlertRow {
    /// Finds one alert more than the page holds, to know whether there is another page.
    ///
    /// The R*Tree holds 32-bit floats and whole minutes, so the alert's own columns decide.
    static func page(_ query: AlertQuery, in part: BoundingBox) -> Query {
        let (first, last) = (query.span.lowerBound, query.span.upperBound)
        let cursor = query.cursor ?? AlertPage.Cursor(sent: .max, number: .max)
        let cancellations: Query = query.includesCancellations ? "" : "AND alert.message <> 'cancel'"
        let set = query.allergens
        let concerned: Query =
            set.isEmpty
            ? "" : "AND (alertBox.low & \(set.storedLow) <> 0 OR alertBox.high & \(set.storedHigh) <> 0)"
        return """
            SELECT alert.number, \(columns)
            FROM alertBox
            JOIN alert ON alert.number = alertBox.alert
            \(joins)
            WHERE \(BoxSearch.touching(part, in: "alertBox"))
                AND alertBox.starts <= \(AlertTime.minutes(last))
                AND alertBox.ends >= \(AlertTime.minutes(first))
                AND (alert.sent, alert.number) < (\(cursor.sent), \(cursor.number))
                AND alert.longitude BETWEEN \(part.west) AND \(part.east)
                AND alert.latitude BETWEEN \(part.south) AND \(part.north)
                AND alert.sent <= \(last.stored) AND alert.expires > \(first.stored)
                AND (alert.ended IS NULL OR alert.ended > \(first.stored)) \(cancellations)
                AND \(.isOne(of: query.kinds.map(\.rawValue), "alert.kind")) \(concerned)
            ORDER BY alert.sent DESC, alert.number DESC
            LIMIT \(query.limit + 1)
            """
    }

    /// Finds all alerts in force at any moment of a span, newest first.
    static func standing(in span: ClosedRange<Date>) -> Query {
        """
        SELECT \(columns)
        FROM alertBox
        JOIN alert ON alert.number = alertBox.alert
        \(joins)
        WHERE alertBox.starts <= \(AlertTime.minutes(span.upperBound))
            AND alertBox.ends >= \(AlertTime.minutes(span.lowerBound))
            AND alert.sent <= \(span.upperBound.stored) AND alert.expires > \(span.lowerBound.stored)
            AND (alert.ended IS NULL OR alert.ended > \(span.lowerBound.stored))
            AND alert.message <> 'cancel'
        ORDER BY alert.number DESC
        """
    }
}

extension AlertPage.Cursor {
    fileprivate init(row: QueryRow) throws { self.init(sent: try row["sent"], number: try row["number"]) }
}
