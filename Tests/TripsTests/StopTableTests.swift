import Geography
import Testing
import Trips

@Suite struct StopTableTests {
    private static func stop(_ kind: TravelStop.Kind, _ longitude: Double, _ latitude: Double) -> TravelStop {
        TravelStop(kind: kind, at: Coordinate(wrappingLongitude: longitude, latitude: latitude))
    }

    private let basel = DegreeTile(
        holding: Coordinate(wrappingLongitude: 7.58, latitude: 47.56), zoom: 7)

    @Test func `a tile has its stops from west to east, and a coarse one only airports`() throws {
        let stops = [
            Self.stop(.station, 7.59, 47.55), Self.stop(.airport, 7.53, 47.59),
            Self.stop(.station, 8.54, 47.38), Self.stop(.airport, 8.55, 47.46),
        ]
        let table = StopTable(stops)
        #expect(table.hasStations && table.count == 4)
        #expect(table.stops(in: basel) == [stops[1], stops[0]])
        let coarse = DegreeTile(holding: Coordinate(wrappingLongitude: 8, latitude: 47), zoom: 5)
        #expect(table.stops(in: coarse) == [stops[1], stops[3]])
    }

    @Test func `every stop is in exactly one tile of a zoom`() throws {
        let stops = (0..<300).map { Self.stop(.airport, Double($0) * 1.2 - 180, Double($0 % 179) - 89) }
        let table = StopTable(stops)
        #expect(!table.hasStations)
        for zoom in DegreeTile.zooms {
            var count = 0
            for column in 0..<2 << zoom {
                for row in 0..<1 << zoom {
                    let tile = try #require(DegreeTile(zoom: zoom, column: column, row: row))
                    count += table.stops(in: tile).count
                }
            }
            #expect(count == 300, "\(zoom)")
        }
    }
}
