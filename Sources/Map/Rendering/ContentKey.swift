package import Allergens
import Crypto
import Foundation
package import Geography
package import Interpolation
import Observations

/// Identifies everything that determines the bytes of a tile; equal keys mean equal tiles.
///
/// The key is a digest of the renderer's version, the layer's definition, scale, tile, day, and the readings
/// that can reach the tile. It serves as the tile's entity tag: new readings change the keys of the tiles
/// near their station and no others.
package struct ContentKey: Hashable, Sendable, CustomStringConvertible {
    /// 128 bits in hexadecimal.
    package let description: String

    /// The key of a tile, computed without drawing it.
    ///
    /// The fields are those of the layer's allergens; fields without a reading in reach do not count.
    package init(_ tile: TileAddress, scale: Int, layer: Layer, day: CivilDate, fields: [IntensityField]) {
        var digest = SHA256()
        var isEmpty = true
        for field in fields {
            if digest.update(with: field, in: tile.fieldBounds) { isEmpty = false }
        }
        guard !isEmpty else {
            self = .empty(scale: scale)
            return
        }
        digest.update(
            data: Data("\(tile.zoom)/\(tile.column)/\(tile.row)@\(scale) \(day) \(layer.digest)".utf8))
        self.init(digest)
    }

    /// The key of the values of a field in a tile of degrees; another `version` of what clients see changes all keys.
    package init(valuesIn tile: DegreeTile, of field: IntensityField, version: String) {
        var digest = SHA256()
        digest.update(with: field, in: tile.bounds)
        let bases = field.samples(reaching: tile.bounds).map(\.basis.rawValue).joined(separator: " ")
        digest.update(
            data: Data(
                """
                values \(version) \(field.allergen.id.rawValue) \(field.day) \
                \(tile.zoom)/\(tile.column)/\(tile.row) \(bases)
                """.utf8))
        self.init(digest)
    }

    /// The key of the tile without data, which all layers and days share.
    package static func empty(scale: Int) -> ContentKey {
        var digest = SHA256()
        digest.update(data: Data("empty \(TileRenderer.version) @\(scale)".utf8))
        return ContentKey(digest)
    }

    init(_ digest: SHA256) {
        description = digest.finalize().prefix(16).hexadecimal
    }
}

extension SHA256 {
    /// Adds what determines a field in a box.
    ///
    /// - Returns: Whether anything is known there.
    @discardableResult
    fileprivate mutating func update(with field: IntensityField, in box: BoundingBox) -> Bool {
        let records = field.records(reaching: box)
        guard !records.isEmpty else { return false }
        update(data: Data("\(field.allergen.id.rawValue) \(field.bounds.knots) \(records.count)\n".utf8))
        records.withUnsafeBytes { update(bufferPointer: $0) }
        return true
    }
}

extension Layer {
    /// The contribution of the layer's definition and the renderer to a tile: the style and the colours.
    static func digest(of palette: [UInt8], _ style: String) -> String {
        SHA256.hash(data: Data("renderer \(TileRenderer.version) \(style)".utf8) + palette).prefix(16)
            .hexadecimal
    }
}

extension Sequence<UInt8> {
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
