import Caching
package import Drawing
package import Geography
import Synchronization

/// Draws the tiles of marker layers.
///
/// Each mark is drawn once with Cairo. A tile is assembled from finished marks, which are moved by whole
/// pixels. That is quick, and a mark that is cut by an edge has the same pixels in both tiles.
package final class MarkerRenderer: Sendable {
    /// A part of every key, which changes when the same marks would be drawn differently.
    package static let version = 1

    private struct Key: Hashable {
        let look: MarkerStyle
        let scale: Int
        let layer: String
    }

    /// The bytes of all cached marks: without names, there are a few hundred of a few KB each.
    private static let capacity = 64 << 20

    private let sprites = Mutex(BoundedCache<Key, Raster>(capacity: capacity))

    package init() {}

    /// Draws a tile as a PNG, or returns `nil` when it shows nothing.
    package func png(
        _ tile: TileAddress, scale: Int, layer: MarkerLayer, layout: MarkerLayout
    ) throws(CairoError) -> [UInt8]? {
        let picture = try picture(of: PixelBox(tile), scale: scale, layer: layer, layout: layout)
        return picture.isTransparent ? nil : picture.png()
    }

    /// Draws any window on the map.
    func picture(
        of window: PixelBox, scale: Int, layer: MarkerLayer, layout: MarkerLayout
    ) throws(CairoError) -> Raster {
        var picture = Raster(width: window.width * scale, height: window.height * scale)
        for item in layout.items(in: window) {
            let corner = item.box
            picture.lay(
                try sprite(item.look, scale: scale, layer: layer), x: corner.x * scale, y: corner.y * scale,
                opacity: item.opacity)
        }
        return picture
    }

    private func sprite(_ look: MarkerStyle, scale: Int, layer: MarkerLayer) throws(CairoError) -> Raster {
        let key = Key(look: look, scale: scale, layer: layer.digest)
        if let sprite = sprites.withLock({ $0[key] }) { return sprite }
        let extent = look.extent
        let canvas = try Canvas(
            width: Double(extent.width), height: Double(extent.height), scale: Double(scale))
        canvas.moveOrigin(byX: Double(-extent.x), y: Double(-extent.y))
        MarkerPen(layer).draw(look, on: canvas)
        let sprite = try Raster(canvas)
        sprites.withLock { sprites in
            sprites.keep(sprite, bytes: 4 * sprite.width * sprite.height, for: key)
        }
        return sprite
    }
}
