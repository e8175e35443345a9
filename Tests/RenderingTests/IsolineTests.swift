import Allergens
import Drawing
import Geography
import Testing

@testable import Interpolation
@testable import Rendering

@Suite struct IsolineTests {
    private func layer(_ name: String) throws -> Layer {
        let layer = try catalogue().layer(named: name)
        return layer.drawn(in: .isolines, with: layer.ramp)
    }

    private func picture(_ tiles: [FieldTile], scale: Int) throws -> Raster? {
        let bounds = tiles.count == 1 ? field("birch", []).bounds : nil
        return try IsolineRenderer(try layer("birch"), scale: scale, bounds: bounds).picture(tiles)
    }

    @Test(arguments: UInt64(0)..<8)
    func `four tiles are the quarters of one picture, labels included`(seed: UInt64) throws {
        let scale = 1 + Int(seed % 2)
        let birch = field("birch", alpineSamples(60, seed: seed))
        let holding = tile(Int(seed) + 1, over: 8, 46.5)
        let first = try #require(
            TileAddress(zoom: holding.zoom, column: holding.column & ~1, row: holding.row & ~1))
        let computed = try #require(FieldTile(birch, tile: first, scale: scale, span: 2))
        let square = try #require(try picture([computed], scale: scale))
        let side = 256 * scale
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let address = try #require(
                TileAddress(zoom: first.zoom, column: first.column + right, row: first.row + down))
            let alone = try FieldTile(birch, tile: address, scale: scale)
                .flatMap { try picture([$0], scale: scale) }
            let quarter = square.part(x: right * side, y: down * side, width: side, height: side)
            #expect((alone ?? Raster(width: side, height: side)) == quarter, "\(address)")
        }
    }

    @Test func `a line runs between stations on either side of its bound and bears it`() throws {
        let birch = field("birch", [sample("west", 7, 47, 20), sample("east", 9, 47, 200)])
        let computed = try #require(FieldTile(birch, tile: tile(6, over: 8, 47), scale: 1))
        let levels = Set(IsolineTracer([computed]).segments().map(\.level))
        // Moderate begins at 11, high at 70, very high at 300.
        #expect(levels == [.high])
        #expect(try picture([computed], scale: 1)?.isTransparent == false)
    }

    @Test func `where one level is all there is no line`() throws {
        let birch = field("birch", [sample("west", 7, 47, 20), sample("east", 9, 47, 30)])
        let computed = try #require(FieldTile(birch, tile: tile(6, over: 8, 47), scale: 1))
        #expect(try picture([computed], scale: 1) == nil)
    }

    @Test func `birch over the Alps as isolines`() throws {
        let fields = [field("birch", alpineSamples(40, seed: 3))]
        let png = TileRenderer().png(
            tile(6, over: 8, 46.5), scale: 2, layer: try layer("birch"), fields: fields)
        try expectGoldenTile(png, named: "birch-isolines-z6@2x")
    }
}
