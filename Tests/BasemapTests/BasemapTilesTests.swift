import Geography
import Testing

@testable import Basemap

@Suite struct BasemapTilesTests {
    private let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 48)!, zoom: 5)

    @Test func `the tile cache never exceeds its size`() async throws {
        let tiles = BasemapTiles(data: try BasemapData(Samples()), capacity: 40_000)
        for zoom in 0...8 {
            for style in BasemapStyle.allCases {
                let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 48)!, zoom: zoom)
                let png = try await tiles.png(tile, scale: 2, style: style)
                #expect(try await tiles.png(tile, scale: 2, style: style) == png)
                #expect(tiles.heldBytes <= 40_000)
            }
        }
        #expect(tiles.heldBytes > 0)
    }

    @Test func `everything that changes a tile changes its tag`() throws {
        let tiles = BasemapTiles(data: try BasemapData(Samples()))
        let others = BasemapTiles(data: try BasemapData(Samples(towns: [])))
        let tags = [
            tiles.tag(tile, scale: 1, style: .light), tiles.tag(tile, scale: 2, style: .light),
            tiles.tag(tile, scale: 1, style: .dark), others.tag(tile, scale: 1, style: .light),
        ]
        #expect(Set(tags).count == 4)
    }

    @Test func `the attribution names only the sources on display`() throws {
        #expect(try BasemapTiles(data: BasemapData(Samples())).attribution.contains("GeoNames"))
        #expect(
            try BasemapTiles(data: BasemapData(Samples(towns: []))).attribution == "Made with Natural Earth")
    }
}
