package import Allergens
package import Geography
import Interpolation
package import Rendering
import Synchronization

/// Draws tiles, and remembers those that it drew by their content.
package final class TileService: Sendable {
    /// Tiles that are held: at a median of 8 KB they take some 160 MB.
    private static let capacity = 20_000

    private let fields: FieldStore
    private let renderer = TileRenderer()
    private let drawn = Mutex<[ContentKey: [UInt8]]>([:])

    package init(fields: FieldStore) { self.fields = fields }

    /// A tile with the key of its content.
    package struct Tile: Sendable {
        package let png: [UInt8]
        package let key: ContentKey
    }

    /// Draws a tile, unless one with the same content was drawn before.
    ///
    /// `scale` is 1 for 256 pixels and 2 for 512; a day after `today` shows what stations expect.
    ///
    /// - Returns: The tile, never older than the readings that were kept when this was called.
    package func tile(
        _ tile: TileAddress, scale: Int, layer: Layer, day: CivilDate, today: CivilDate
    ) async throws -> Tile {
        var fields: [IntensityField] = []
        for allergen in layer.allergens {
            let field = try await self.fields.field(
                of: allergen, on: day, content: day > today ? .forecasts : .readings)
            if let field, !field.samples.isEmpty { fields.append(field) }
        }
        let key = ContentKey(tile, scale: scale, layer: layer, day: day, fields: fields)
        if let png = drawn.withLock({ $0[key] }) { return Tile(png: png, key: key) }
        let png = renderer.png(tile, scale: scale, layer: layer, fields: fields)
        drawn.withLock { drawn in
            if drawn.count >= Self.capacity, let victim = drawn.first?.key {
                drawn.removeValue(forKey: victim)
            }
            drawn[key] = png
        }
        return Tile(png: png, key: key)
    }
}
