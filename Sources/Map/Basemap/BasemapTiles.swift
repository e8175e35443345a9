import Caching
package import Drawing
package import Geography
import Synchronization

/// The basemap's tiles: drawn when they are asked for, and remembered.
package final class BasemapTiles: Sendable {
    /// What the tiles that are held may take together: at some 8 KB each there is room for 8,000.
    package static let capacity = 64 << 20

    private struct Key: Hashable {
        let tile: TileAddress
        let scale: Int
        let style: BasemapStyle
    }

    /// Whom to name beside the map: Natural Earth asks for nothing, GeoNames for its name and licence.
    package let attribution: String
    private let version: String
    private let renderer: BasemapRenderer
    private let drawn: Mutex<BoundedCache<Key, [UInt8]>>
    private let flights = SingleFlight<Key, [UInt8]>()

    /// Draws from data and holds up to `capacity` bytes of tiles.
    package init(data: BasemapData, capacity: Int = capacity) {
        drawn = Mutex(BoundedCache(capacity: capacity))
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

    /// A tile as PNG.
    ///
    /// Its zoom must be one of ``BasemapRenderer/zooms``. Of those who ask at the same time one draws.
    package func png(_ tile: TileAddress, scale: Int, style: BasemapStyle) async throws(CairoError) -> [UInt8]
    {
        let key = Key(tile: tile, scale: scale, style: style)
        if let png = drawn.withLock({ $0[key] }) { return png }
        return try await flights.value(for: key) { () throws(CairoError) in
            let png = try renderer.png(tile, scale: scale, style: style)
            drawn.withLock { $0.keep(png, bytes: png.count, for: key) }
            return png
        }
    }

    /// The bytes of all tiles that are held.
    var heldBytes: Int { drawn.withLock(\.cost) }
}
