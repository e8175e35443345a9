package import Alerts
package import Allergens
package import Foundation
package import Geography
package import Observations
import People

/// Past readings and reports around a place.
extension RowStore {
    /// The daily values that count, of the stations in some boxes, by day and then by station.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    package func dayValues(
        of allergens: [Allergen.ID], in days: ClosedRange<CivilDate>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [DayValue]? {
        let codes = taxonomy.set(of: allergens).codes
        return try await readRows { [taxonomy] runner in
            let rows = try runner.rows(
                .dayValueRequest(codes: codes, days: days, boxes: boxes, limit: limit + 1))
            guard rows.count <= limit else { return nil }
            return try rows.compactMap { row in
                try taxonomy[code: row["allergen"]].map {
                    try DayValue(row: row, allergen: $0.id, basis: .measured)
                }
            }.sorted { ($0.day, $0.station) < ($1.day, $1.station) }
        }
    }

    /// The reports of the visible alerts that people raised in a span within some boxes, by alert and then by
    /// time.
    ///
    /// An alert whose reports have all been deleted is represented by its own values.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    package func pastReports(
        in span: Range<Date>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [PreviewedReport]? {
        try await readRows { [taxonomy] runner in
            let rows = try runner.rows(.pastReportRequest(in: span, boxes: boxes, limit: limit + 1))
            guard rows.count <= limit else { return nil }
            return try rows.map { row in
                PreviewedReport(
                    alert: Alert.ID(rawValue: try row["id"]),
                    reporter: (try row["account"] as Int64?).map(Account.ID.init(rawValue:)),
                    sent: Date(stored: try row["sent"]), position: try Coordinate(row: row),
                    allergens: taxonomy.ids(in: try AllergenSet(row: row)))
            }
        }
    }
}

extension Query {
    /// Forces the stations to come first, whatever SQLite estimates: their days are then found through
    /// `readingByStation`.
    static func dayValueRequest(
        codes: [Int], days: ClosedRange<CivilDate>, boxes: [BoundingBox], limit: Int
    ) -> Query {
        let stations = boxes.flatMap(\.parts).map { part -> Query in
            """
            SELECT station FROM stationBox
            WHERE west <= \(part.east) AND east >= \(part.west) AND south <= \(part.north) AND north >= \(part.south)
            """
        }
        return """
            SELECT station.id, station.longitude, station.latitude, station.altitude, station.isSimulated,
                reading.allergen, reading.day, reading.value
            FROM (\(stations.joined(separator: " UNION "))) AS near
            CROSS JOIN station CROSS JOIN reading
            WHERE station.number = near.station AND reading.station = station.number
                AND reading.day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                AND \(.isOne(of: codes, "reading.allergen")) AND reading.quality < 2
            LIMIT \(limit)
            """
    }

    static func pastReportRequest(
        in span: Range<Date>, boxes: [BoundingBox], limit: Int
    ) -> Query {
        let (first, last) = (span.lowerBound, span.upperBound)
        let alerts = boxes.flatMap(\.parts).map { part -> Query in
            """
            SELECT alert FROM alertBox
            WHERE \(BoxSearch.touching(part, in: "alertBox"))
                AND starts >= \(AlertTime.minutes(first)) AND starts <= \(AlertTime.minutes(last))
            """
        }
        return """
            SELECT alert.id, report.account, coalesce(report.sent, alert.sent) AS sent,
                coalesce(report.longitude, alert.longitude) AS longitude,
                coalesce(report.latitude, alert.latitude) AS latitude,
                coalesce(report.low, alert.low) AS low, coalesce(report.high, alert.high) AS high
            FROM (\(alerts.joined(separator: " UNION "))) AS near
            CROSS JOIN alert
            LEFT JOIN report ON report.alert = alert.number
            WHERE alert.number = near.alert AND alert.kind = 'user' AND alert.message = 'alert'
                AND alert.hidden IS NULL
                AND alert.sent >= \(first.stored) AND alert.sent < \(last.stored)
            ORDER BY alert.number, report.sent
            LIMIT \(limit)
            """
    }
}
