package import Allergens
import Caching
package import Geography
import Interpolation
package import Rendering
import Synchronization

/// Draws tiles, and caches them by their content.
package final class TileService: Sendable {
    /// The bytes of all cached tiles: at a median of 8 KB there is room for 20,000.
    private static let capacity = 160 << 20

    private struct State {
        var drawn = BoundedCache<ContentKey, [UInt8]>(capacity: capacity)
        var count = 0
    }

    private let fields: FieldCache
    private let renderer = TileRenderer()
    private let flights = SingleFlight<ContentKey, [UInt8]>()
    private let state = Mutex(State())

    package init(fields: FieldCache) { self.fields = fields }

    /// A tile with the key of its content.
    package struct Tile: Sendable {
        package let png: [UInt8]
        package let key: ContentKey
    }

    /// The number of tiles drawn since the start.
    package var drawnCount: Int { state.withLock(\.count) }

    /// Draws a tile, unless one with the same content was drawn before.
    ///
    /// `scale` is 1 for 256 pixels and 2 for 512; a day after `today` shows the forecasts. When several
    /// callers ask for the same content at once, one draws it and the others wait.
    ///
    /// - Returns: The tile, never older than the readings that were stored when this was called.
    /// - Throws: The errors of the source of the day's values.
    package func tile(
        _ tile: TileAddress, scale: Int, layer: Layer, day: CivilDate, today: CivilDate
    ) async throws -> Tile {
        let fields = try await fields(of: layer, on: day, today: today)
        let key = ContentKey(tile, scale: scale, layer: layer, day: day, fields: fields)
        return await self.tile(key, scale: scale) {
            renderer.png(tile, scale: scale, layer: layer, fields: fields)
        }
    }

    /// The content key of ``tile(_:scale:layer:day:today:)``, found without drawing.
    package func key(
        of tile: TileAddress, scale: Int, layer: Layer, day: CivilDate, today: CivilDate
    ) async throws -> ContentKey {
        ContentKey(
            tile, scale: scale, layer: layer, day: day,
            fields: try await fields(of: layer, on: day, today: today))
    }

    private func fields(
        of layer: Layer, on day: CivilDate, today: CivilDate
    ) async throws -> [IntensityField] {
        var fields: [IntensityField] = []
        for allergen in layer.allergens {
            let field = try await self.fields.field(
                of: allergen, on: day, content: day > today ? .forecasts : .readings)
            if let field, !field.isEmpty { fields.append(field) }
        }
        return fields
    }

    /// Draws the tile for a key, unless it was drawn before; without a picture it is the empty tile.
    func tile<Failure: Error>(
        _ key: ContentKey, scale: Int, draw: () throws(Failure) -> [UInt8]?
    ) async throws(Failure) -> Tile {
        if let png = state.withLock({ $0.drawn[key] }) { return Tile(png: png, key: key) }
        let png = try await flights.value(for: key) { () throws(Failure) in
            // Another caller may have drawn it since the look-up above.
            if let png = state.withLock({ $0.drawn[key] }) { return png }
            let png = try draw() ?? renderer.emptyTile(scale: scale)
            state.withLock { state in
                state.drawn.keep(png, bytes: png.count, for: key)
                state.count += 1
            }
            return png
        }
        return Tile(png: png, key: key)
    }
}
