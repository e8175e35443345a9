import Allergens
import Drawing
import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation
@testable import Rendering

@Suite struct TileRendererTests {
    private let shading = Style.stepped.shading

    private func painted(_ tile: TileAddress, scale: Int = 1, _ fields: [IntensityField]) -> IndexedImage? {
        TileRenderer.paint(
            fields.compactMap { FieldTile($0, tile: tile, scale: scale) }, shading: shading)
    }

    @Test(arguments: UInt64(0)..<6)
    func `four tiles and their common square are painted alike`(seed: UInt64) throws {
        let scale = 1 + Int(seed % 2)
        let birch = field("birch", alpineSamples(80, seed: seed))
        let holding = tile(5 + Int(seed), over: 8, 46.5)
        let first = try #require(
            TileAddress(zoom: holding.zoom, column: holding.column & ~1, row: holding.row & ~1))
        let computed = try #require(FieldTile(birch, tile: first, scale: scale, span: 2))
        let square = try #require(TileRenderer.paint([computed], shading: shading))
        let side = 256 * scale
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let address = try #require(
                TileAddress(zoom: first.zoom, column: first.column + right, row: first.row + down))
            let image = try #require(painted(address, scale: scale, [birch]))
            for row in 0..<side {
                let start = ((row + down * side) * 2 + right) * side
                #expect(image.pixels[row * side..<(row + 1) * side] == square.pixels[start..<start + side])
            }
        }
    }

    @Test(arguments: [
        (0.0, Level.none), (5, .low), (10.5, .moderate), (69.5, .high), (299.5, .veryHigh),
        (9_000, .veryHigh),
    ])
    func `a station's pixel has an opaque colour of its class`(concentration: Double, level: Level) throws {
        let layer = try catalogue().layer(named: "birch")
        let basel = sample("basel", 7.58, 47.56, concentration)
        let fields = [field("birch", [basel, sample("bern", 7.42, 46.95, 40)])]
        for zoom in [3, 6, 11] {
            let address = TileAddress(holding: basel.position, zoom: zoom)
            let pixels = try Canvas(png: TileRenderer().png(address, scale: 1, layer: layer, fields: fields))
                .pixels()
            let size = Double(256 << zoom)
            let column = Int(WebMercator.x(longitude: 7.58) * size) % 256
            let row = Int(WebMercator.y(latitude: 47.56) * size) % 256
            let shown = pixels[row * 256 + column]
            let shades = layer.ramp.shades(of: level, in: layer.style)
            #expect(
                shades.contains { shade in
                    abs(Int(shade.red) - Int(shown.red)) <= 1 && abs(Int(shade.green) - Int(shown.green)) <= 1
                        && abs(Int(shade.blue) - Int(shown.blue)) <= 1 && shade.alpha == shown.alpha
                })
        }
    }

    @Test func `a mix shows the higher of its members at each pixel`() throws {
        let birch = field("birch", alpineSamples(40, seed: 3))
        let grass = field("grass", alpineSamples(5, seed: 4))
        let address = tile(6, over: 8, 46.5)
        let first = try #require(painted(address, [birch]))
        let second = try #require(painted(address, [grass]))
        let mix = try #require(painted(address, [grass, birch]))
        #expect(mix.pixels == zip(first.pixels, second.pixels).map(max))
        #expect(first.pixels != mix.pixels)
    }

    @Test(arguments: UInt64(0)..<20)
    func `every pixel has a colour in the palette`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let layer = try catalogue().layer(named: "birch")
        let crowded = (0..<60).map { number in
            sample(
                "s\(number)", .random(in: 7...9, using: &generator), .random(in: 46...48, using: &generator),
                .random(in: 0...40_000, using: &generator))
        }
        for zoom in 2...9 {
            let image = painted(tile(zoom, over: 8, 47), [field("birch", crowded)])
            let highest = try #require(image?.pixels.max())
            #expect(Int(highest) < layer.palette.colours.count)
        }
    }

    @Test(
        arguments: [(-1, 0), (0.03, 0), (0.05, 1), (0.29, 1), (0.31, 2), (1, 2), (3, 2)] as [(Float, UInt8)])
    func `a colour is pale or full, and nothing where hardly anything is known`(
        confidence: Float, strength: UInt8
    ) {
        for style in Style.allCases {
            let scale = PlaceScale(style.shading)
            // The second shade: grade 1 is the first value of low.
            let place = scale.place(grade: 1, confidence: confidence)
            #expect(place == (strength == 0 ? Shading.unknown : 2 + strength))
        }
    }

    @Test func `stripes are pale on a full colour, and gaps in a pale one`() {
        let scale = PlaceScale(Style.smooth.shading)
        #expect(scale.place(grade: 0, confidence: Stripes.share) == 1)
        #expect(scale.place(grade: 0, confidence: 0.3 * Stripes.share) == 1)
        #expect(scale.place(grade: 0, confidence: 0.29 * Stripes.share) == Shading.unknown)
        #expect(scale.place(grade: 0, confidence: Float(FieldModel.confidence)) == 1)
    }

    @Test func `only what no station reaches is transparent`() throws {
        let basel = field("birch", [sample("basel", 7.58, 47.56, 0)])
        let address = tile(6, over: 7.58, 47.56)
        let image = try #require(painted(address, [basel]))
        let size = Double(256 << 6)
        for row in stride(from: 0, to: 256, by: 3) {
            for column in stride(from: 0, to: 256, by: 3) {
                let x = (Double(address.column * 256 + column) + 0.5) / size
                let y = (Double(address.row * 256 + row) + 0.5) / size
                let position = try #require(
                    Coordinate(longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: y)))
                let isShown = image.pixels[row * 256 + column] != Shading.unknown
                // A cell of the lattice is 13 km wide here, and a straight line may be wrong by half of it.
                let distance = distance(basel.samples[0].position, position)
                if distance < 150_000.0 - 7_000 { #expect(isShown) }
                if distance > 150_000.0 + 7_000 { #expect(!isShown) }
            }
        }
    }

    private func distance(_ first: Coordinate, _ second: Coordinate) -> Double {
        Earth.distance(ofSquaredChord: UnitVector(first).squaredChord(to: UnitVector(second)))
    }

    @Test(arguments: [1, 2])
    func `without data every tile is the same transparent one`(scale: Int) throws {
        let renderer = TileRenderer()
        let basel = field("birch", [sample("basel", 7.58, 47.56, 312)])
        let far = renderer.png(
            tile(8, over: 100, 10), scale: scale, layer: try catalogue().layer(named: "birch"),
            fields: [basel])
        #expect(far == renderer.emptyTile(scale: scale))
        let canvas = try Canvas(png: far)
        #expect(canvas.width == 256 * scale)
        #expect(try canvas.pixels().allSatisfy { $0 == .transparent })
    }
}
