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
        return try IsolineRenderer(try layer("birch"), scale: scale, bounds: bounds)
            .picture(tiles, cellSize: tiles.first?.cellSize ?? 1)
    }

    /// Two fields: one has finer cells and ends within the picture.
    @Test(arguments: 3...7)
    func `a mix of fields with different cells has no seam where one of them ends`(zoom: Int) throws {
        let mix = try layer("birch+ragweed")
        let fields = [
            field("birch", alpineSamples(60, seed: 3)),
            field("ragweed", [sample("west", 5, 46, 20), sample("south", 6, 45.2, 4)]),
        ]
        let holding = tile(zoom, over: 8, 46.5)
        let first = try #require(TileAddress(zoom: zoom, column: holding.column & ~1, row: holding.row & ~1))
        let cell = FieldTile.cellSize(reach: mix.shortestReach, zoom: zoom, scale: 1)
        let renderer = IsolineRenderer(mix, scale: 1, bounds: nil)
        let square = try #require(
            try renderer.picture(
                fields.compactMap { FieldTile($0, tile: first, scale: 1, span: 2) }, cellSize: cell))
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let address = try #require(
                TileAddress(zoom: zoom, column: first.column + right, row: first.row + down))
            let tiles = fields.compactMap { FieldTile($0, tile: address, scale: 1) }
            let alone = try renderer.picture(tiles, cellSize: cell) ?? Raster(width: 256, height: 256)
            #expect(
                alone == square.part(x: right * 256, y: down * 256, width: 256, height: 256), "\(address)")
            #expect(!TileRenderer().png(address, scale: 1, layer: mix, fields: fields).isEmpty)
        }
    }

    @Test(arguments: ["tree", "overall", "air-quality"])
    func `every mix can be drawn as isolines at every zoom`(name: String) throws {
        let layer = try layer(name)
        let fields = layer.allergens.map { field($0.rawValue, alpineSamples(6, seed: 9)) }
        for zoom in 0...10 {
            let png = TileRenderer().png(tile(zoom, over: 8, 46.5), scale: 1, layer: layer, fields: fields)
            #expect(png.starts(with: [0x89, 0x50]))
        }
    }

    @Test func `isolines of one allergen and of a mix with it have different keys`() throws {
        let fields = [field("birch", alpineSamples(20, seed: 3))]
        let address = tile(6, over: 8, 46.5)
        func key(_ layer: Layer) -> ContentKey {
            ContentKey(address, scale: 1, layer: layer, day: day, fields: fields)
        }
        #expect(key(try layer("birch")) != key(try layer("birch+oak")))
        #expect(
            key(try catalogue().layer(named: "birch")) == key(try catalogue().layer(named: "birch+oak")))
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

    @Test func `a line runs between stations on either side of its bound and carries its label`() throws {
        let birch = field("birch", [sample("west", 7, 47, 20), sample("east", 9, 47, 200)])
        let computed = try #require(FieldTile(birch, tile: tile(6, over: 8, 47), scale: 1))
        let levels = Set(IsolineTracer([computed], cellSize: computed.cellSize).segments().map(\.level))
        // Moderate begins at 11, high at 70, very high at 300.
        #expect(levels == [.high])
        #expect(try picture([computed], scale: 1)?.isTransparent == false)
    }

    @Test func `a field with one level has no line`() throws {
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
