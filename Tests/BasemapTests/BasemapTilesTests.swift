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

    @Test(arguments: [3, 5]) func `a block names all that its tiles draw, and nothing else`(zoom: Int) throws
    {
        let tiles = BasemapTiles(data: try BasemapData(Samples()))
        let block = TileAddress(holding: Coordinate(longitude: 9, latitude: 48)!, zoom: zoom)
        let names = try tiles.names(in: block)
        let placed = try tiles.renderer.placement(zoom: zoom + 2).labels
        let side = 1024.0
        let area = LabelBox(
            left: side * Double(block.column), top: side * Double(block.row),
            right: side * Double(block.column + 1), bottom: side * Double(block.row + 1))
        #expect(Set(names.map(\.box)) == Set(placed.map(\.box).filter(area.overlaps)))
        #expect(names.count > 3)
        let countries = try BasemapTiles(data: BasemapData(Samples(towns: []))).names(in: block).map(\.text)
        #expect(zoom != 3 || countries.contains("ARVENIA"))
    }

    @Test func `the attribution names only the sources on display`() throws {
        #expect(
            try BasemapTiles(data: BasemapData(Samples())).attribution
                == "Natural Earth, GSHHG · © GeoNames, CC BY 4.0")
        #expect(
            try BasemapTiles(data: BasemapData(Samples(towns: [], waters: []))).attribution
                == "Natural Earth")
    }
}
