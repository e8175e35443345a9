package import Allergens
package import Foundation
import GRDB

extension Archive {
    /// The alerts that stand at any moment of a span, wherever they are, the newest first.
    package func alerts(standingIn span: ClosedRange<Date>) async throws -> [Alert] {
        try await pool.read { [taxonomy] database in
            try Self.standingRequest(in: span).fetchAll(database).map { Alert(row: $0, taxonomy: taxonomy) }
        }
    }

    static func standingRequest(in span: ClosedRange<Date>) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT \(alertColumns)
                FROM alertBox
                JOIN alert ON alert.number = alertBox.alert
                LEFT JOIN station ON station.number = alert.station
                WHERE alertBox.starts <= \(AlertTime.minutes(span.upperBound))
                    AND alertBox.ends >= \(AlertTime.minutes(span.lowerBound))
                    AND alert.sent <= \(span.upperBound.stored) AND alert.expires > \(span.lowerBound.stored)
                ORDER BY alert.number DESC
                """)
    }
}
