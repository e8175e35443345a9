import SeededTesting
import Testing

@testable import Geography

@Suite struct WebMercatorTests {
    @Test func `a position survives projection and back`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let longitude = Double.random(in: -180...180, using: &generator)
            let latitude = Double.random(in: -85...85, using: &generator)
            let x = WebMercator.x(longitude: longitude)
            let y = WebMercator.y(latitude: latitude)
            #expect((0...1).contains(x) && (0...1).contains(y))
            #expect(abs(WebMercator.longitude(x: x) - longitude) < 1e-10)
            #expect(abs(WebMercator.latitude(y: y) - latitude) < 1e-10)
        }
    }

    @Test func `the projected world is a square`() {
        #expect(abs(WebMercator.latitudeLimit - 85.051_128_779_806_6) < 1e-12)
        #expect(abs(WebMercator.y(latitude: WebMercator.latitudeLimit)) < 1e-12)
        #expect(abs(WebMercator.y(latitude: -WebMercator.latitudeLimit) - 1) < 1e-12)
        #expect(WebMercator.y(latitude: 0) == 0.5)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a tile contains the positions within its bounds`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for zoom in TileAddress.zooms {
            let position = Coordinate.random(using: &generator)
            let tile = TileAddress(holding: position, zoom: zoom)
            if abs(position.latitude) < WebMercator.latitudeLimit { #expect(tile.bounds.contains(position)) }
            let middle = Coordinate(
                wrappingLongitude: (tile.bounds.west + tile.bounds.east) / 2,
                latitude: (tile.bounds.south + tile.bounds.north) / 2)
            #expect(TileAddress(holding: middle, zoom: zoom) == tile)
        }
    }

    @Test func `poles and the antimeridian belong to the outermost tiles`() {
        let last = (1 << 22) - 1
        let southEast = TileAddress(holding: Coordinate(wrappingLongitude: 180, latitude: -90), zoom: 22)
        #expect(southEast == TileAddress(zoom: 22, column: last, row: last))
        let northWest = TileAddress(holding: Coordinate(wrappingLongitude: -180, latitude: 90), zoom: 22)
        #expect(northWest == TileAddress(zoom: 22, column: 0, row: 0))
    }
}
