import Drawing
import Geography
import SeededTesting
import Testing

@testable import Basemap

/// Tiles are drawn one by one; together they must be one picture.
@Suite struct BasemapSeamTests {
    private static let world = Result {
        BasemapRenderer(data: try BasemapData(Samples()), terrain: try Terrain.hills())
    }

    @Test(arguments: 0...12, BasemapStyle.allCases)
    func `four tiles are the quarters of one picture`(zoom: Int, style: BasemapStyle) throws {
        var generator = SeededGenerator(seed: UInt64(zoom))
        for scale in [1, 2] {
            let place = Coordinate(
                longitude: .random(in: 2...16, using: &generator),
                latitude: .random(in: 43...53, using: &generator))!
            try Self.world.get().expectQuarters(of: place, zoom: zoom, scale: scale, style: style)
        }
    }

    @Test(arguments: [0, 1, 3, 5, 7, 9, 12]) func `the antimeridian has no seam`(zoom: Int) throws {
        let renderer = BasemapRenderer(data: try BasemapData(CutSamples()), terrain: try .hills())
        for scale in [1, 2] {
            try renderer.expectQuarters(
                of: Coordinate(longitude: 179.99999, latitude: 48)!, zoom: zoom, scale: scale, style: .light)
        }
    }

    @Test(.enabled(if: InstalledBasemap.isThere, InstalledBasemap.absence), arguments: 0...14)
    func `the real world has no seams`(zoom: Int) throws {
        let data = try InstalledBasemap.data.get()
        let renderer = BasemapRenderer(data: data)
        var generator = SeededGenerator(seed: 77 + UInt64(zoom))
        for style in BasemapStyle.allCases {
            for scale in [1, 2] {
                // Around a name there is something to see.
                let point = data.names.randomElement(using: &generator)!.point
                let size = Double(WorldPoint.side)
                let place = Coordinate(
                    longitude: WebMercator.longitude(x: Double(point.x) / size),
                    latitude: WebMercator.latitude(y: Double(point.y) / size))!
                try renderer.expectQuarters(of: place, zoom: zoom, scale: scale, style: style)
            }
        }
    }
}

extension BasemapRenderer {
    /// Expects that the tile with a place, and those east, south and south-east of it, form one picture.
    fileprivate func expectQuarters(
        of place: Coordinate, zoom: Int, scale: Int, style: BasemapStyle,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let size = 1 << zoom
        let holding = TileAddress(holding: place, zoom: zoom)
        let rows = min(2, size)
        let first = TileAddress(zoom: zoom, column: holding.column, row: min(holding.row, size - rows))!
        let whole = try picture(first, columns: 2, rows: rows, scale: scale, style: style)
        for column in 0..<2 {
            for row in 0..<rows {
                let tile = TileAddress(
                    zoom: zoom, column: (first.column + column) % size, row: first.row + row)!
                let part = try picture(tile, columns: 1, rows: 1, scale: scale, style: style)
                let side = 256 * scale
                let cut = whole[row * side..<(row + 1) * side].map { $0[column * side..<(column + 1) * side] }
                let different = zip(part, cut).reduce(0) { $0 + zip($1.0, $1.1).count { $0 != $1 } }
                #expect(
                    different == 0,
                    "\(different) pixels of \(zoom)/\(tile.column)/\(tile.row), scale \(scale)",
                    sourceLocation: sourceLocation)
            }
        }
    }

    /// The rows of pixels of a block of tiles, without the bleed.
    private func picture(
        _ tile: TileAddress, columns: Int, rows: Int, scale: Int, style: BasemapStyle
    ) throws -> [[Colour]] {
        let canvas = try canvas(tile, columns: columns, rows: rows, scale: scale, style: style)
        let pixels = try canvas.pixels()
        let bleed = Self.bleed * scale
        return (bleed..<canvas.height - bleed).map { row in
            Array(pixels[row * canvas.width + bleed..<(row + 1) * canvas.width - bleed])
        }
    }
}
