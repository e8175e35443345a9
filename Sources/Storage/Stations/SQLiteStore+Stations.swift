import Foundation
import GRDB
package import Geography
package import Observations

extension SQLiteStore {
    /// Adds stations.
    ///
    /// Those whose identifier is already known stay as they are.
    ///
    /// - Returns: The identifiers of the stations that were added.
    @discardableResult
    package func add(_ stations: [Station]) async throws -> [Station.ID] {
        try await pool.write { database in
            try stations.filter { try Self.add($0, to: database) }.map(\.id)
        }
    }

    private static func add(_ station: Station, to database: Database) throws -> Bool {
        let position = station.position
        let number = try database.insertedNumberIfNew(
            """
            INSERT INTO station
                (id, name, longitude, latitude, altitude, timeZone, attribution, isSimulated)
            VALUES (
                \(station.id.rawValue), \(station.name), \(position.longitude), \(position.latitude),
                \(station.altitude), \(station.timeZone.identifier), \(station.attribution),
                \(station.isSimulated))
            ON CONFLICT (id) DO NOTHING
            RETURNING number
            """)
        guard let number else { return false }
        try database.execute(
            literal: """
                INSERT INTO stationBox (station, west, east, south, north)
                VALUES (
                    \(number), \(position.longitude), \(position.longitude),
                    \(position.latitude), \(position.latitude))
                """)
        return true
    }

    package func station(_ id: Station.ID) async throws -> Station? {
        try await pool.read { database in try Self.station(id, in: database) }
    }

    static func station(_ id: Station.ID, in database: Database) throws -> Station? {
        try SQLRequest<Row>(
            literal: "SELECT \(Station.columns) FROM station WHERE id = \(id.rawValue)", cached: true
        ).fetchOne(database).map(Station.init(row:))
    }

    /// Every station, by identifier.
    package func stations() async throws -> [Station] {
        try await pool.read { database in
            try SQLRequest<Row>(literal: "SELECT \(Station.columns) FROM station ORDER BY id")
                .fetchAll(database).map(Station.init(row:))
        }
    }

    /// The stations in a box, by identifier.
    package func stations(in box: BoundingBox) async throws -> [Station] {
        try await pool.read { database in
            let found = try box.searchedParts.flatMap { part in
                try Self.request(for: part).fetchAll(database).map(Station.init(row:))
            }
            return found.sorted { $0.id < $1.id }
        }
    }

    /// Requests the stations in a part of a box.
    ///
    /// The R*Tree holds 32-bit floats that are rounded outwards. It returns a superset, and the station's own
    /// columns decide.
    static func request(for part: BoundingBox) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT \(Station.columns) FROM stationBox JOIN station ON station.number = stationBox.station
                WHERE stationBox.west <= \(part.east) AND stationBox.east >= \(part.west)
                    AND stationBox.south <= \(part.north) AND stationBox.north >= \(part.south)
                    AND station.longitude BETWEEN \(part.west) AND \(part.east)
                    AND station.latitude BETWEEN \(part.south) AND \(part.north)
                """)
    }
}

extension BoundingBox {
    /// The parts in which to search for positions.
    ///
    /// They are disjoint. A box that ends at the antimeridian also finds positions stored there under its
    /// other longitude, 180° or −180°.
    var searchedParts: [BoundingBox] {
        let endsEast = parts.contains { $0.east == 180 }
        let endsWest = parts.contains { $0.west == -180 }
        let longitude = endsEast ? -180.0 : 180.0
        guard endsEast != endsWest,
            let other = BoundingBox(west: longitude, south: south, east: longitude, north: north)
        else { return parts }
        return parts + [other]
    }
}

extension SQLiteStore {
    /// Whether any station's readings are simulated.
    package func hasSimulatedStations() async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM station WHERE isSimulated = 1)")
                ?? false
        }
    }
}
