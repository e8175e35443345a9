package import Allergens
import Caching
package import Geography
import Interpolation
package import Rendering
import Synchronization

/// Draws tiles, and remembers those that it drew by their content.
package final class TileService: Sendable {
    /// What the tiles that are held may take together: at a median of 8 KB there is room for 20,000.
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

    /// How many tiles were drawn since the beginning.
    package var drawnCount: Int { state.withLock(\.count) }

    /// Draws a tile, unless one with the same content was drawn before.
    ///
    /// `scale` is 1 for 256 pixels and 2 for 512; a day after `today` shows what stations expect. Of those who ask
    /// for the same content at the same time one draws, and the others wait for it.
    ///
    /// - Returns: The tile, never older than the readings that were kept when this was called.
    /// - Throws: What the source of the day's values throws.
    package func tile(
        _ tile: TileAddress, scale: Int, layer: Layer, day: CivilDate, today: CivilDate
    ) async throws -> Tile {
        let fields = try await fields(of: layer, on: day, today: today)
        let key = ContentKey(tile, scale: scale, layer: layer, day: day, fields: fields)
        return await self.tile(key, scale: scale) {
            renderer.png(tile, scale: scale, layer: layer, fields: fields)
        }
    }

    /// What ``tile(_:scale:layer:day:today:)`` would name its content, found without drawing it.
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
            if let field, !field.samples.isEmpty { fields.append(field) }
        }
        return fields
    }

    /// Draws what has a key, unless it was drawn before; without a picture it is the empty tile.
    func tile<Failure: Error>(
        _ key: ContentKey, scale: Int, draw: () throws(Failure) -> [UInt8]?
    ) async throws(Failure) -> Tile {
        if let png = state.withLock({ $0.drawn[key] }) { return Tile(png: png, key: key) }
        let png = try await flights.value(for: key) { () throws(Failure) in
            // Somebody may have drawn it since whoever asks looked last.
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
