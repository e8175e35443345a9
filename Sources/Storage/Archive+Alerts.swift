package import Allergens
package import Foundation
import GRDB
package import Geography

extension Archive {
    /// The ledger entries of an account with numbers above `last`, in order, at most `limit`.
    package func entries(
        of account: Account.ID, after last: Int64, limit: Int
    ) async throws -> [LedgerEntry] {
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT delivery.id AS entry, delivery.fences, \(Self.alertColumns)
                    FROM delivery
                    JOIN alert ON alert.number = delivery.alert
                    LEFT JOIN station ON station.number = alert.station
                    WHERE delivery.account = \(account.rawValue) AND delivery.id > \(last)
                    ORDER BY delivery.id
                    LIMIT \(limit)
                    """
            ).fetchAll(database).map { row in
                LedgerEntry(
                    id: row["entry"], account: account, alert: Alert(row: row, taxonomy: taxonomy),
                    fences: try JSONList.decoded(row["fences"]))
            }
        }
    }

    /// The alert with an identifier.
    package func alert(_ id: Alert.ID) async throws -> Alert? {
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT \(Self.alertColumns)
                    FROM alert LEFT JOIN station ON station.number = alert.station
                    WHERE alert.id = \(id.rawValue)
                    """
            ).fetchOne(database).map { Alert(row: $0, taxonomy: taxonomy) }
        }
    }

    /// The alerts that stand at `instant` in a box, the newest first, at most `limit`.
    package func alerts(
        in box: BoundingBox, at instant: Date, concerning allergens: AllergenSet, limit: Int
    ) async throws -> [Alert] {
        try await pool.read { [taxonomy] database in
            let found = try box.searchedParts.flatMap { part in
                try Self.alertRequest(in: part, at: instant, concerning: allergens, limit: limit)
                    .fetchAll(database).map { Alert(row: $0, taxonomy: taxonomy) }
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
                SELECT \(alertColumns)
                FROM alertBox
                JOIN alert ON alert.number = alertBox.alert
                LEFT JOIN station ON station.number = alert.station
                WHERE alertBox.west <= \(part.east) AND alertBox.east >= \(part.west)
                    AND alertBox.south <= \(part.north) AND alertBox.north >= \(part.south)
                    AND alertBox.starts <= \(minute) AND alertBox.ends >= \(minute)
                    AND alert.longitude BETWEEN \(part.west) AND \(part.east)
                    AND alert.latitude BETWEEN \(part.south) AND \(part.north)
                    AND alert.sent <= \(second) AND alert.expires > \(second)
                    AND (\(allergens.isEmpty)
                        OR alertBox.low & \(allergens.storedLow) <> 0
                        OR alertBox.high & \(allergens.storedHigh) <> 0)
                ORDER BY alert.number DESC
                LIMIT \(limit)
                """)
    }

    static let alertColumns: SQL = """
        alert.id, alert.kind, alert.low, alert.high, alert.level, alert.longitude, alert.latitude,
        alert.sent, alert.expires, alert.headline, station.id AS stationID
        """
}

extension Alert {
    init(row: Row, taxonomy: Taxonomy) {
        guard let kind = Alert.Kind(rawValue: row["kind"])
        else { preconditionFailure("the store holds an alert of a kind that does not exist") }
        let level: Int? = row["level"]
        let station: String? = row["stationID"]
        self.init(
            id: Alert.ID(rawValue: row["id"]), kind: kind,
            allergens: taxonomy.ids(in: AllergenSet(row: row)), level: level.flatMap(Level.init(rank:)),
            publicPosition: Coordinate(row: row), sent: Date(stored: row["sent"]),
            expires: Date(stored: row["expires"]), headline: row["headline"],
            station: station.flatMap(Station.ID.init(rawValue:)))
    }
}
