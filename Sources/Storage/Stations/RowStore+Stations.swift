import Foundation
package import Geography
package import Observations

extension RowStore {
    /// Adds stations.
    ///
    /// Those whose identifier is already known stay as they are.
    ///
    /// - Returns: The identifiers of the stations that were added.
    @discardableResult
    package func add(_ stations: [Station]) async throws -> [Station.ID] {
        try await writeRows(locking: .nothing) { runner in
            try stations.filter { try runner.add($0) }.map(\.id)
        }
    }

    package func station(_ id: Station.ID) async throws -> Station? {
        try await readRows { runner in try runner.station(id) }
    }

    /// Every station, by identifier.
    package func stations() async throws -> [Station] {
        try await readRows { runner in
            try runner.rows("SELECT \(Station.columns) FROM station ORDER BY id").map { try Station(row: $0) }
        }
    }

    /// The stations in a box, by identifier.
    package func stations(in box: BoundingBox) async throws -> [Station] {
        try await readRows { runner in
            let found = try box.searchedParts.flatMap { part in
                try runner.rows(.stations(in: part)).map { try Station(row: $0) }
            }
            return found.sorted { $0.id < $1.id }
        }
    }
}

extension QueryRunner {
    fileprivate func add(_ station: Station) throws -> Bool {
        let position = station.position
        let number = try value(
            """
            INSERT INTO station
                (id, name, longitude, latitude, altitude, timeZone, attribution, isSimulated)
            VALUES (
                \(station.id.rawValue), \(station.name), \(position.longitude), \(position.latitude),
                \(station.altitude), \(station.timeZone.identifier), \(station.attribution),
                \(station.isSimulated))
            ON CONFLICT (id) DO NOTHING
            RETURNING number
            """, as: Int64.self)
        guard let number else { return false }
        try run(
            """
            INSERT INTO stationBox (station, west, east, south, north)
            VALUES (
                \(number), \(position.longitude), \(position.longitude),
                \(position.latitude), \(position.latitude))
            """)
        return true
    }

    func station(_ id: Station.ID) throws -> Station? {
        try row("SELECT \(Station.columns) FROM station WHERE id = \(id.rawValue)").map {
            try Station(row: $0)
        }
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

extension RowStore {
    /// Whether any station's readings are simulated.
    package func hasSimulatedStations() async throws -> Bool {
        try await readRows { runner in
            try runner.value("SELECT EXISTS (SELECT 1 FROM station WHERE isSimulated = 1)") ?? false
        }
    }
}

extension Query {
    /// Requests the stations in a part of a box.
    ///
    /// The R*Tree holds 32-bit floats that are rounded outwards. It returns a superset, and the station's own
    /// columns decide.
    static func stations(in part: BoundingBox) -> Query {
        """
        SELECT \(Station.columns) FROM stationBox JOIN station ON station.number = stationBox.station
        WHERE stationBox.west <= \(part.east) AND stationBox.east >= \(part.west)
            AND stationBox.south <= \(part.north) AND stationBox.north >= \(part.south)
            AND station.longitude BETWEEN \(part.west) AND \(part.east)
            AND station.latitude BETWEEN \(part.south) AND \(part.north)
        """
    }
}
