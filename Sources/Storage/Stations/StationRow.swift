import Foundation
import GRDB
import Geography
import Observations

/// The stored form of a station.
extension Station {
    /// The columns that ``init(row:)`` reads.
    static let columns: Query = """
        station.id, station.name, station.longitude, station.latitude, station.altitude, station.timeZone,
        station.attribution, station.isSimulated
        """

    init(row: QueryRow) throws {
        guard let id = Station.ID(rawValue: try row["id"]),
            let timeZone = TimeZone(identifier: try row["timeZone"])
        else { preconditionFailure("the store holds a station that could not have been added") }
        self.init(
            id: id, name: try row["name"], position: try Coordinate(row: row), altitude: try row["altitude"],
            timeZone: timeZone, attribution: try row["attribution"], isSimulated: try row["isSimulated"])
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
