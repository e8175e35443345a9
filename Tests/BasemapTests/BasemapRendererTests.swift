import Drawing
import Geography
import Testing

@testable import Basemap

@Suite struct BasemapRendererTests {
    private let renderer: BasemapRenderer

    init() throws { renderer = BasemapRenderer(data: try BasemapData(Samples())) }

    @Test(arguments: [5, 7, 9]) func `labels do not overlap`(zoom: Int) throws {
        let labels = try renderer.placement(zoom: zoom).labels
        #expect(labels.count > 5)
        for (place, label) in labels.enumerated() {
            #expect(!labels[(place + 1)...].contains { $0.box.overlaps(label.box) }, "\(label.text)")
        }
    }

    @Test(arguments: BasemapStyle.allCases)
    func `names have the contrast of text on land and on water`(style: BasemapStyle) {
        for name in [style.countryName, style.townName] {
            for ground in [style.land, style.water] {
                let luminances = [name.luminance, ground.luminance].sorted()
                #expect((luminances[1] + 0.05) / (luminances[0] + 0.05) >= 4.5, "\(name.hex), \(ground.hex)")
            }
        }
    }

    @Test func `a label that sticks out is in every tile that it touches`() throws {
        let placement = try renderer.placement(zoom: 6)
        var shared = 0
        for label in placement.labels {
            let tiles = label.box.cells(side: 256)
            if tiles.count > 1 { shared += 1 }
            for tile in tiles {
                #expect(
                    placement.labels(
                        columns: tile.column...tile.column, rows: tile.row...tile.row
                    ).contains { $0.text == label.text })
            }
        }
        #expect(shared > 0)
    }

    @Test func `land between provinces has no gap`() throws {
        // Inside Arvenia, on the border of its provinces, below the zoom that draws it.
        let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 46)!, zoom: 3)
        let canvas = try BasemapRenderer(data: BasemapData(Samples(towns: []))).canvas(
            tile, columns: 1, rows: 1, scale: 1, style: .light)
        let x = Int((WebMercator.x(longitude: 9) * 8 - Double(tile.column)) * 256)
        let y = Int((WebMercator.y(latitude: 45) * 8 - Double(tile.row)) * 256)
        let pixels = try canvas.pixels()
        let bleed = BasemapRenderer.bleed
        for column in x - 3...x + 3 {
            #expect(pixels[(y + bleed) * canvas.width + column + bleed] == BasemapStyle.light.land)
        }
    }

    @Test(arguments: BasemapStyle.allCases) func `synthetic land looks as accepted`(style: BasemapStyle)
        throws
    {
        let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 48)!, zoom: 5)
        try expectGoldenTile(
            try renderer.png(tile, scale: 2, style: style), named: "basemap-\(style.rawValue)-sample-z5@2x")
    }

    @Test(
        .enabled(if: InstalledBasemap.isThere, InstalledBasemap.absence), arguments: BasemapStyle.allCases)
    func `central Europe looks as accepted`(style: BasemapStyle) throws {
        let data = try InstalledBasemap.data.get()
        try #require(
            data.names.contains { $0.kind == .town }, "there are no towns in var/basemap: see scripts/setup")
        let tile = TileAddress(holding: Coordinate(longitude: 8.6, latitude: 47.3)!, zoom: 6)
        try expectGoldenTile(
            try BasemapRenderer(data: data).png(tile, scale: 2, style: style),
            named: "basemap-\(style.rawValue)-z6@2x")
    }
}
