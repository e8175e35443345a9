import Drawing
import Rendering
import Testing

@Suite struct GoldenTileTests {
    @Test func `birch over the Alps at zoom 6`() throws {
        let png = TileRenderer().png(
            tile(6, over: 8, 46.5), scale: 1, layer: try catalogue().layer(named: "birch"),
            fields: [field("birch", alpineSamples(25, seed: 1))])
        try expectGoldenTile(png, named: "birch-z6")
    }

    @Test func `grass on a high-density screen at the edge of reach`() throws {
        let png = TileRenderer().png(
            tile(6, over: 3, 48), scale: 2, layer: try catalogue().layer(named: "grass"),
            fields: [field("grass", alpineSamples(25, seed: 2))])
        try expectGoldenTile(png, named: "grass-z6@2x")
    }

    @Test func `a mix of birch and ragweed`() throws {
        let png = TileRenderer().png(
            tile(7, over: 8, 46.5), scale: 1, layer: try catalogue().layer(named: "birch+ragweed"),
            fields: [
                field("birch", alpineSamples(40, seed: 3)), field("ragweed", alpineSamples(3, seed: 4)),
            ])
        try expectGoldenTile(png, named: "birch+ragweed-z7")
    }

    @Test func `birch over a model that covers the west, on ground that rises in the south`() throws {
        let png = TileRenderer().png(
            tile(6, over: 8, 46.5), scale: 1, layer: try catalogue().layer(named: "birch"),
            fields: [
                field(
                    "birch", alpineSamples(6, seed: 5), model: try westernModel(), terrain: try southernRise()
                )
            ])
        try expectGoldenTile(png, named: "birch-model-terrain-z6")
    }

    @Test func `the legend of birch`() throws {
        let png = try LegendRenderer().png(try catalogue().layer(named: "birch"), scale: 2)
        try expectGoldenTile(png, named: "legend-birch@2x")
    }
}
