package import Drawing
package import Geography
package import Interpolation

/// Draws tiles.
///
/// A tile of a field is painted directly into palette indices and compressed once. A Cairo surface would need
/// four bytes per pixel and Cairo's own PNG writer, which takes 6 ms where this takes a tenth of one.
package struct TileRenderer: Sendable {
    /// A part of every ``ContentKey``, which changes when the same readings would be drawn differently.
    package static let version = 4

    /// The scales of tiles: 256 and 512 pixels a side.
    package static let scales = 1...2

    private let emptyTiles: [[UInt8]]

    package init() {
        emptyTiles = Self.scales.map { PNG.transparent(side: 256 * $0) }
    }

    /// The fully transparent tile, shared by all tiles without data.
    package func emptyTile(scale: Int) -> [UInt8] {
        precondition(Self.scales.contains(scale), "tiles have 256 or 512 pixels")
        return emptyTiles[scale - 1]
    }

    /// Draws a tile as a PNG.
    ///
    /// Each pixel shows the field with the highest grade, with its own confidence. Where all fields are
    /// unknown, the tile is transparent. A pixel that holds a station of the winning field has the colour of
    /// its reading.
    package func png(_ tile: TileAddress, scale: Int, layer: Layer, fields: [IntensityField]) -> [UInt8] {
        let tiles = fields.compactMap { FieldTile($0, tile: tile, scale: scale) }
        guard layer.style != .isolines else {
            return isolines(tile, scale: scale, layer: layer, fields: fields, tiles)
                ?? emptyTile(scale: scale)
        }
        guard let image = Self.paint(tiles, shading: layer.style.shading) else {
            return emptyTile(scale: scale)
        }
        return image.png(palette: layer.palette)
    }

    private func isolines(
        _ tile: TileAddress, scale: Int, layer: Layer, fields: [IntensityField], _ tiles: [FieldTile]
    ) -> [UInt8]? {
        let cell = FieldTile.cellSize(reach: layer.shortestReach, zoom: tile.zoom, scale: scale)
        let bounds = layer.allergens.count == 1 ? fields.first?.bounds : nil
        do {
            return try IsolineRenderer(layer, scale: scale, bounds: bounds)
                .picture(tiles, cellSize: cell)?.png()
        } catch {
            preconditionFailure("Cairo fails to draw lines only without memory: \(error)")
        }
    }

    /// Paints computed fields on top of each other, or returns `nil` when they show nothing.
    package static func paint(_ tiles: [FieldTile], shading: Shading) -> IndexedImage? {
        guard let first = tiles.first else { return nil }
        var painter = Painter(side: first.side, shading: shading)
        var band = FieldBand()
        for number in 0..<first.bands {
            for tile in tiles {
                tile.read(band: number, into: &band)
                painter.paint(band, from: number * first.bandHeight * first.side)
            }
        }
        return painter.image()
    }
}
