import Drawing
import Foundation
import Geography
import SampleTesting
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

    private func contrast(_ one: Colour, _ other: Colour) -> Double {
        let luminances = [one.luminance, other.luminance].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    @Test(arguments: [BasemapStyle.light, .dark])
    func `names have enough contrast on land and on water`(style: BasemapStyle) {
        for name in [style.countryName, style.townName] {
            let slopes = style.reliefSteps.map { style.land(shade: Float($0) / 10) }
            #expect(Set(slopes).count == style.reliefSteps.count)
            for ground in slopes + [style.water] {
                #expect(contrast(name, ground) >= 4.5, "\(name.hex), \(ground.hex)")
            }
        }
    }

    @Test(arguments: [
        (BasemapStyle.lightLines, "intensity"), (.lightLines, "traffic-light"), (.darkLines, "intensity"),
        (.darkLines, "traffic-light"), (.darkLines, "night"),
    ])
    func `names above the layers have enough contrast on each of their colours`(
        style: BasemapStyle, ramp: String
    ) throws {
        let file = repository.appending(path: "tiles/ramps/\(ramp).json")
        let colours = try String(contentsOf: file, encoding: .utf8).matches(of: /#[0-9A-F]{6}/)
        #expect(colours.count == 9)
        for colour in colours {
            let around = style.halo.laid(over: try #require(Colour(hex: String(colour.output))))
            for name in [style.countryName, style.townName] {
                #expect(contrast(name.laid(over: around), around) >= 4.5, "\(name.hex), \(colour.output)")
            }
        }
    }

    @Test(arguments: [(BasemapStyle.lightLines, BasemapStyle.light), (.darkLines, .dark)])
    func `without a line or name the lines layer leaves the ground as it is`(
        lines: BasemapStyle, whole: BasemapStyle
    )
        throws
    {
        let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 48)!, zoom: 6)
        func pixels(_ style: BasemapStyle) throws -> [Colour] {
            try Canvas(png: renderer.png(tile, scale: 1, style: style)).pixels()
        }
        let mask = UInt8(0xFC)
        let plain = [whole.land, whole.water].map {
            Colour(red: $0.red & mask, green: $0.green & mask, blue: $0.blue & mask)
        }
        var (free, covered) = (0, 0)
        for (line, ground) in zip(try pixels(lines), try pixels(whole)) {
            if plain.contains(ground) {
                free += 1
                let seen = line.laid(over: ground)
                // The halo has the colour of land. Its channels and alpha are rounded down to multiples of 8,
                // and Cairo rounds once more.
                #expect(abs(Int(seen.red) - Int(ground.red)) <= 9, "\(line) on \(ground)")
            } else if line.alpha > 0 {
                covered += 1
            }
        }
        #expect(free > 10_000 && covered > 1_000)
    }

    @Test(arguments: [1, 2]) func `all tiles without a line are the same small picture`(scale: Int) throws {
        let pictures = try [(8, 0, 0), (8, 0, 1), (5, 0, 30)].flatMap { zoom, column, row in
            let tile = try #require(TileAddress(zoom: zoom, column: column, row: row))
            return try [BasemapStyle.lightLines, .darkLines].map {
                try renderer.png(tile, scale: scale, style: $0)
            }
        }
        #expect(Set(pictures).count == 1)
        #expect(pictures[0].count < 500)
        #expect(try Canvas(png: pictures[0]).pixels().allSatisfy { $0 == .transparent })
    }

    @Test func `a label that sticks out is drawn in every tile it touches`() throws {
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

    /// The pixels of the light tile at a position, without any town.
    private func pixels(_ longitude: Double, _ latitude: Double, zoom: Int) throws -> [Colour] {
        let tile = TileAddress(holding: Coordinate(longitude: longitude, latitude: latitude)!, zoom: zoom)
        let canvas = try BasemapRenderer(data: BasemapData(Samples(towns: []))).canvas(
            tile, columns: 1, rows: 1, scale: 1, style: .light)
        let bleed = BasemapRenderer.bleed
        let pixels = try canvas.pixels()
        return (bleed..<canvas.height - bleed).flatMap { row in
            pixels[row * canvas.width + bleed..<(row + 1) * canvas.width - bleed]
        }
    }

    @Test func `from zoom 10 on a border is a pale band that is as wide on the ground at each zoom`() throws {
        let style = BasemapStyle.light
        let line = style.countryBorder.luminance
        let pale = style.countryBand.laid(over: style.land).luminance
        func border(_ zoom: Int) throws -> [Colour] { try pixels(6, 48 + 0.08 * sin(54), zoom: zoom) }
        func share(_ zoom: Int) throws -> Double {
            let pixels = try border(zoom)
            return Double(pixels.count { abs($0.luminance - pale) < 0.01 }) / Double(pixels.count)
        }
        #expect(try border(9).contains { $0.luminance < line + 0.1 })
        for zoom in 10...13 { #expect(try border(zoom).allSatisfy { $0.luminance > line + 0.2 }) }
        #expect((0.02...0.15).contains(try share(10)))
        #expect(try share(13) > 0.2)
    }

    @Test func `from zoom 10 on no border of a province is drawn`() throws {
        func isPlain(_ zoom: Int) throws -> Bool {
            try pixels(9, 46, zoom: zoom).allSatisfy { $0 == BasemapStyle.light.land }
        }
        #expect(try !isPlain(9))
        #expect(try isPlain(10))
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

    @Test(
        .enabled(if: InstalledBasemap.isThere, InstalledBasemap.absence), arguments: BasemapStyle.allCases)
    func `coast and border close up look as accepted`(style: BasemapStyle) throws {
        let tile = TileAddress(holding: Coordinate(longitude: 7.5, latitude: 43.78)!, zoom: 11)
        try expectGoldenTile(
            try BasemapRenderer(data: try InstalledBasemap.data.get()).png(tile, scale: 1, style: style),
            named: "basemap-\(style.rawValue)-z11")
    }
}
