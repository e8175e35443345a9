import Caching
package import Drawing
package import Geography
import Synchronization

/// The basemap's tiles, drawn on demand and cached.
package final class BasemapTiles: Sendable {
    /// The bytes of all cached tiles: at some 8 KB each there is room for 8,000.
    package static let capacity = 64 << 20

    private struct Key: Hashable {
        let tile: TileAddress
        let scale: Int
        let style: BasemapStyle
    }

    /// The credits beside the map, in names alone, so that they are right on pages in every language.
    ///
    /// Natural Earth and GSHHG ask for nothing, GeoNames for its name and licence.
    package let attribution: String
    private let version: String
    let renderer: BasemapRenderer
    private let drawn: Mutex<BoundedCache<Key, [UInt8]>>
    private let flights = SingleFlight<Key, [UInt8]>()

    /// Draws tiles from data, and caches up to `capacity` bytes of them.
    ///
    /// Where `terrain` has altitudes, the land is shaded.
    package init(data: BasemapData, terrain: Terrain? = nil, capacity: Int = capacity) {
        drawn = Mutex(BoundedCache(capacity: capacity))
        attribution =
            "Natural Earth" + (data.bands.contains { !$0.rivers.isEmpty } ? ", GSHHG" : "")
            + (data.names.contains { $0.kind != .country } ? " · © GeoNames, CC BY 4.0" : "")
        version = data.version + (terrain.map { "-" + String($0.digest, radix: 36) } ?? "")
        renderer = BasemapRenderer(data: data, terrain: terrain)
    }

    /// A tag for a tile's content, found without drawing: the versions of data and style, and the tile.
    package func tag(_ tile: TileAddress, scale: Int, style: BasemapStyle) -> String {
        "\(style.rawValue)-\(BasemapStyle.version)-\(version)-\(tile.zoom)-\(tile.column)-\(tile.row)-\(scale)"
    }

    /// A tile as PNG.
    ///
    /// Its zoom must be one of ``BasemapRenderer/zooms``. When several callers ask at once, one draws.
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

    /// The bytes of all cached tiles.
    var heldBytes: Int { drawn.withLock(\.cost) }
}
