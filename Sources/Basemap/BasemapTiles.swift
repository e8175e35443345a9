package import Drawing
package import Geography
import Synchronization

/// The basemap's tiles: drawn when they are asked for, and remembered.
package final class BasemapTiles: Sendable {
    /// Tiles that are held: at some 8 KB each they take about 40 MB.
    private static let capacity = 5_000

    private struct Key: Hashable {
        let tile: TileAddress
        let scale: Int
        let style: BasemapStyle
    }

    /// Whom to name beside the map: Natural Earth asks for nothing, GeoNames for its name and licence.
    package let attribution: String
    private let version: String
    private let renderer: BasemapRenderer
    private let drawn = Mutex<[Key: [UInt8]]>([:])

    package init(data: BasemapData) {
        attribution =
            "Made with Natural Earth"
            + (data.names.contains { $0.kind != .country } ? "; towns © GeoNames, CC BY 4.0" : "")
        version = data.version
        renderer = BasemapRenderer(data: data)
    }

    /// The name of a tile's content, known without drawing it: the versions of data and style, and the tile.
    package func tag(_ tile: TileAddress, scale: Int, style: BasemapStyle) -> String {
        "\(style.rawValue)-\(BasemapStyle.version)-\(version)-\(tile.zoom)-\(tile.column)-\(tile.row)-\(scale)"
    }

    /// A tile as PNG; its zoom must be one of ``BasemapRenderer/zooms``.
    package func png(_ tile: TileAddress, scale: Int, style: BasemapStyle) throws(CairoError) -> [UInt8] {
        let key = Key(tile: tile, scale: scale, style: style)
        if let png = drawn.withLock({ $0[key] }) { return png }
        let png = try renderer.png(tile, scale: scale, style: style)
        drawn.withLock { drawn in
            // Hash order is as good as random, and random replacement needs no book-keeping.
            if drawn.count >= Self.capacity, let victim = drawn.first?.key {
                drawn.removeValue(forKey: victim)
            }
            drawn[key] = png
        }
        return png
    }
}
