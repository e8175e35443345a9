import Foundation
import GRDB
import Geography
import Observations

/// The stored form of a station.
extension Station {
    /// The columns that ``init(row:)`` reads.
    static let columns: SQL = """
        station.id, station.name, station.longitude, station.latitude, station.altitude, station.timeZone,
        station.attribution, station.isSimulated
        """

    init(row: Row) {
        guard let id = Station.ID(rawValue: row["id"]), let timeZone = TimeZone(identifier: row["timeZone"])
        else { preconditionFailure("the store holds a station that could not have been added") }
        self.init(
            id: id, name: row["name"], position: Coordinate(row: row), altitude: row["altitude"],
            timeZone: timeZone, attribution: row["attribution"], isSimulated: row["isSimulated"])
    }
}

extension Coordinate {
    /// Reads the columns `longitude` and `latitude`, whose ranges the schema has checked.
    init(row: Row) { self.init(stored: row["longitude"], row["latitude"]) }

    init(row: QueryRow) throws { self.init(stored: try row["longitude"], try row["latitude"]) }

    private init(stored longitude: Double, _ latitude: Double) {
        guard let position = Coordinate(longitude: longitude, latitude: latitude)
        else { preconditionFailure("the store holds a position that is not on the globe") }
        self = position
    }
}
