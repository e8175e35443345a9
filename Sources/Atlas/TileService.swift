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
        /// Those who wait for a tile that somebody draws just now.
        var waiting: [ContentKey: [CheckedContinuation<[UInt8]?, Never>]] = [:]
        var count = 0
    }

    private let fields: FieldStore
    private let renderer = TileRenderer()
    private let state = Mutex(State())

    package init(fields: FieldStore) { self.fields = fields }

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
        if let png = await drawn(key) { return Tile(png: png, key: key) }
        let png: [UInt8]
        do {
            png = try draw() ?? renderer.emptyTile(scale: scale)
        } catch {
            abandon(key)
            throw error
        }
        keep(png, for: key)
        return Tile(png: png, key: key)
    }

    /// The tile with this content, once whoever draws it is done, or `nil` when the caller is to draw and keep it.
    private func drawn(_ key: ContentKey) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            // No answer at all: the continuation is kept for the end of the drawing.
            let answer: [UInt8]?? = state.withLock { state in
                if let png = state.drawn[key] { return png }
                guard state.waiting[key] == nil else {
                    state.waiting[key]?.append(continuation)
                    return .none
                }
                state.waiting[key] = []
                return .some(nil)
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Lets those who wait for a tile that could not be drawn try it themselves.
    private func abandon(_ key: ContentKey) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: key) ?? [] }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    private func keep(_ png: [UInt8], for key: ContentKey) {
        let waiting = state.withLock { state in
            state.drawn.keep(png, bytes: png.count, for: key)
            state.count += 1
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for continuation in waiting { continuation.resume(returning: png) }
    }
}
