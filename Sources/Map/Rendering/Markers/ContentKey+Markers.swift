import Crypto
import Foundation
package import Geography

extension ContentKey {
    /// The key of a marker tile: a digest of all its marks, or the key of the empty tile.
    package init(_ tile: TileAddress, scale: Int, layer: MarkerLayer, layout: MarkerLayout) {
        let items = layout.items(in: PixelBox(tile))
        guard !items.isEmpty else {
            self = .empty(scale: scale)
            return
        }
        var digest = SHA256()
        digest.update(
            data: Data("\(tile.zoom)/\(tile.column)/\(tile.row)@\(scale) \(layer.digest)\n".utf8))
        for item in items {
            digest.update(data: Data("\(item.x) \(item.y) \(item.opacity) \(item.look.signature)\n".utf8))
        }
        self.init(digest)
    }
}
