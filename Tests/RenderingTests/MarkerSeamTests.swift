import Allergens
import Drawing
import Geography
import SeededTesting
import Testing

@testable import Rendering

@Suite struct MarkerSeamTests {
    private static let places = [
        Coordinate(longitude: 8, latitude: 46.5)!, Coordinate(longitude: 180, latitude: -17)!,
        Coordinate(longitude: -179.9, latitude: 52)!,
    ]

    /// Compares four tiles around the middle of the markers with the square of 512 units that they form.
    private func expectNoSeam(
        _ layout: MarkerLayout, _ layer: MarkerLayer, corner: (column: Int, row: Int), zoom: Int, scale: Int
    ) throws {
        let renderer = MarkerRenderer()
        let world = 1 << zoom
        let square = try renderer.picture(
            of: PixelBox(x: corner.column * 256, y: corner.row * 256, width: 512, height: 512),
            scale: scale, layer: layer, layout: layout)
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let tile = try #require(
                TileAddress(
                    zoom: zoom, column: (corner.column + right) % world, row: corner.row + down))
            let side = 256 * scale
            let quarter = square.part(x: right * side, y: down * side, width: side, height: side)
            let png = try renderer.png(tile, scale: scale, layer: layer, layout: layout)
            guard let png else {
                #expect(quarter.isTransparent)
                continue
            }
            #expect(try Canvas(png: png).pixels() == Canvas(png: quarter.png()).pixels())
        }
    }

    /// The tile whose south-east corner is nearest to a place.
    private func corner(near place: Coordinate, zoom: Int) -> (column: Int, row: Int) {
        let world = 1 << zoom
        let size = Double(world)
        let column = Int((WebMercator.x(longitude: place.longitude) * size).rounded()) - 1
        let row = Int((WebMercator.y(latitude: place.latitude) * size).rounded()) - 1
        return (column.wrapped(to: world), min(max(row, 0), world - 2))
    }

    @Test(arguments: UInt64(0)..<9)
    func `four tiles of stations are the quarters of one picture`(seed: UInt64) throws {
        let zoom = [1, 4, 7, 9, 11][Int(seed % 5)]
        let place = Self.places[Int(seed % 3)]
        let spread = min(700 / Double(1 << zoom), 60)
        let layout = MarkerLayout(
            stations: stationMarkers(60, around: place, within: spread, seed: seed), zoom: zoom)
        try expectNoSeam(
            layout, markerLayer("stations"), corner: corner(near: place, zoom: zoom), zoom: zoom,
            scale: 1 + Int(seed % 2))
    }

    @Test(arguments: UInt64(0)..<9)
    func `four tiles of alerts are the quarters of one picture`(seed: UInt64) throws {
        let zoom = [1, 3, 6, 12][Int(seed % 4)]
        let place = Self.places[Int(seed % 3)]
        let spread = min(700 / Double(1 << zoom), 60)
        let layout = MarkerLayout(
            alerts: alertMarkers(150, around: place, within: spread, seed: seed), zoom: zoom)
        try expectNoSeam(
            layout, markerLayer("alerts"), corner: corner(near: place, zoom: zoom), zoom: zoom,
            scale: 1 + Int(seed % 2))
    }

    @Test(arguments: [1, 2])
    func `a marker on the antimeridian appears on both sides of the world`(scale: Int) throws {
        let island = stationMarkers(
            1, around: Coordinate(longitude: 180, latitude: 0)!, within: 0.01, seed: 2)
        let layer = try markerLayer("stations")
        for zoom in [0, 1, 6] {
            let layout = MarkerLayout(stations: island, zoom: zoom)
            let world = PixelBox.world(atZoom: zoom)
            let renderer = MarkerRenderer()
            let around = try renderer.picture(
                of: PixelBox(x: world - 40, y: world / 2 - 40, width: 80, height: 80), scale: scale,
                layer: layer, layout: layout)
            let west = try renderer.picture(
                of: PixelBox(x: 0, y: world / 2 - 40, width: 40, height: 80), scale: scale, layer: layer,
                layout: layout)
            let east = try renderer.picture(
                of: PixelBox(x: world - 40, y: world / 2 - 40, width: 40, height: 80), scale: scale,
                layer: layer, layout: layout)
            #expect(!west.isTransparent && !east.isTransparent)
            let half = 40 * scale
            #expect(around.part(x: half, y: 0, width: half, height: 2 * half) == west)
            #expect(around.part(x: 0, y: 0, width: half, height: 2 * half) == east)
        }
    }

    @Test func `no marker style draws outside its extent`() throws {
        let layer = try markerLayer("alerts")
        let marks: [StationMarker.Mark?] = [
            nil, .init(level: .veryHigh, basis: .measured), .init(level: .none, basis: .carried),
            .init(level: .high, basis: .forecast),
        ]
        var looks: [MarkerStyle] = [
            .name("Jungfraujoch"), .name("Ål"), .report, .warning(.veryHigh, isForecast: false),
            .warning(.low, isForecast: true), .warning(nil, isForecast: false),
        ]
        looks += [2, 12, 999, 1_500, 250_000].map(MarkerStyle.count)
        looks += marks.flatMap { [.dot($0), .pin($0, isSimulated: true), .pin($0, isSimulated: false)] }
        looks += [.flanks(yesterday: marks[1], tomorrow: marks[3])]
        for look in looks {
            let extent = look.extent
            let margin = 20
            let canvas = try Canvas(
                width: Double(extent.width + 2 * margin), height: Double(extent.height + 2 * margin), scale: 2
            )
            canvas.moveOrigin(byX: Double(margin - extent.x), y: Double(margin - extent.y))
            MarkerPen(layer).draw(look, on: canvas)
            let around = try Raster(canvas)
            #expect(!around.isTransparent)
            // Outside the extent nothing may be drawn.
            let inside = around.part(
                x: 2 * margin, y: 2 * margin, width: 2 * extent.width, height: 2 * extent.height)
            var alone = Raster(width: around.width, height: around.height)
            alone.lay(inside, x: 2 * margin, y: 2 * margin)
            #expect(around == alone, "\(look)")
        }
    }
}
