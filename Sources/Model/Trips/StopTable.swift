package import Geography

/// Stations and airports by coarse tile, so that a page can fetch those around a track without telling where it is.
package struct StopTable: Sendable {
    /// The most stops of a kind: more than all railway stations of the world.
    package static let limit = 500_000

    /// Whether there are stations at all; without any, a train looks like a car.
    package let hasStations: Bool
    /// The number of stops.
    package let count: Int
    private let tiles: [DegreeTile: [TravelStop]]

    /// Keeps stops, in any order.
    package init(_ stops: [TravelStop] = []) {
        count = stops.count
        hasStations = stops.contains { $0.kind == .station }
        tiles = Dictionary(grouping: stops) { DegreeTile(holding: $0.position, zoom: Self.finest) }
    }

    /// The stops in a tile, from west to east: airports at every zoom, and stations, which are many, only at the finest.
    package func stops(in tile: DegreeTile) -> [TravelStop] {
        let shift = Self.finest - tile.zoom
        let places = 0..<1 << shift
        let found = places.flatMap { row in
            places.flatMap { column in
                DegreeTile(
                    zoom: Self.finest, column: (tile.column << shift) + column,
                    row: (tile.row << shift) + row
                ).flatMap { tiles[$0] } ?? []
            }
        }
        return found.filter { shift == 0 || $0.kind == .airport }.sorted {
            ($0.position.longitude, $0.position.latitude) < ($1.position.longitude, $1.position.latitude)
        }
    }

    private static let finest = DegreeTile.zooms.upperBound
}
