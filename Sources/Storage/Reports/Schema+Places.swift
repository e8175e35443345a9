import Alerts
import Foundation
import GRDB
import Geography

extension Schema {
    /// Deletes the exact places of reports, and stores the middle of the public cell instead.
    static func forgetPlaces(in database: Database) throws {
        for table in ["report", "subscriberAct"] {
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT rowid AS line, longitude, latitude FROM \(table) WHERE longitude IS NOT NULL")
            let update = try database.makeStatement(
                sql: "UPDATE \(table) SET longitude = ?, latitude = ? WHERE rowid = ?")
            for row in rows {
                let middle = Coordinate(row: row).snapped(toGridOf: Report.publicGrid)
                try update.execute(arguments: [middle.longitude, middle.latitude, row["line"] as Int64])
            }
        }
        try database.execute(sql: placeIndices)
    }

    /// Indices of the places of an alert that were announced, and of the fences that have changed since.
    private static let placeIndices = """
        CREATE INDEX reportByPlace ON report (alert, longitude, latitude, low, high, isTold, sent);
        CREATE INDEX fenceByChange ON fence (changed);
        CREATE INDEX fenceByStart ON fence (starts) WHERE starts IS NOT NULL;
        """
}
