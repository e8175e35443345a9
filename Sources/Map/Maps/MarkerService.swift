package import Allergens
import Caching
package import Foundation
package import Geography
package import Rendering
import Synchronization

/// Draws the marker tiles of stations and alerts.
///
/// The layout of a zoom is made once for all its tiles, and again only after a marker changed.
package final class MarkerService: Sendable {
    private struct Key: Hashable {
        let stations: StationMarkerCache.Subject?
        let alerts: AlertMarkerCache.Subject?
        let zoom: Int
    }

    private struct Flight: Hashable {
        let key: Key
        let version: Int
    }

    /// Layouts in the cache: all zooms of a few days.
    ///
    /// With 2,000 stations a layout takes 0.5 MB.
    private static let capacity = 100

    private let stations: StationMarkerCache
    private let alerts: AlertMarkerCache
    private let tiles: TileService
    private let taxonomy: Taxonomy
    private let renderer = MarkerRenderer()
    private let flights = SingleFlight<Flight, MarkerLayout>()
    private let layouts = Mutex<[Key: (version: Int, layout: MarkerLayout)]>([:])

    package init(
        stations: StationMarkerCache, alerts: AlertMarkerCache, tiles: TileService, taxonomy: Taxonomy
    ) {
        self.stations = stations
        self.alerts = alerts
        self.tiles = tiles
        self.taxonomy = taxonomy
    }

    /// Draws a tile, unless one with the same content was drawn before.
    ///
    /// - Parameters:
    ///   - tile: The address.
    ///   - scale: 1 for 256 pixels and 2 for 512.
    ///   - layer: The layer to draw.
    ///   - allergens: Only these count; `nil` means all.
    ///   - day: The day to show; alerts of today fade with their age.
    ///   - now: The present, whose day in UTC is today.
    /// - Returns: The tile, never older than the data that were stored when this was called.
    /// - Throws: The errors of the sources.
    package func tile(
        _ tile: TileAddress, scale: Int, layer: MarkerLayer, allergens: [Allergen.ID]?, day: CivilDate,
        now: Date
    ) async throws -> TileService.Tile {
        let layout = try await layout(of: layer, allergens, day: day, now: now, zoom: tile.zoom)
        let key = ContentKey(tile, scale: scale, layer: layer, layout: layout)
        return try await tiles.tile(key, scale: scale) {
            try renderer.png(tile, scale: scale, layer: layer, layout: layout)
        }
    }

    /// The content key of ``tile(_:scale:layer:allergens:day:now:)``, found without drawing.
    package func key(
        of tile: TileAddress, scale: Int, layer: MarkerLayer, allergens: [Allergen.ID]?, day: CivilDate,
        now: Date
    ) async throws -> ContentKey {
        let layout = try await layout(of: layer, allergens, day: day, now: now, zoom: tile.zoom)
        return ContentKey(tile, scale: scale, layer: layer, layout: layout)
    }

    private func layout(
        of layer: MarkerLayer, _ allergens: [Allergen.ID]?, day: CivilDate, now: Date, zoom: Int
    ) async throws -> MarkerLayout {
        switch layer.subject {
        case .stations: try await stationLayout(allergens, day: day, now: now, zoom: zoom)
        case .alerts: try await alertLayout(allergens, day: day, now: now, zoom: zoom)
        }
    }

    private func stationLayout(
        _ allergens: [Allergen.ID]?, day: CivilDate, now: Date, zoom: Int
    ) async throws -> MarkerLayout {
        let measured = taxonomy.allergens.filter { $0.unit != nil }.map(\.id)
        let subject = StationMarkerCache.Subject(
            allergens: allergens ?? measured, day: day, today: CivilDate(at: now, in: .gmt))
        let marks = try await stations.marks(of: subject)
        return await layout(Key(stations: subject, alerts: nil, zoom: zoom), version: marks.version) {
            MarkerLayout(stations: marks.markers, zoom: zoom)
        }
    }

    private func alertLayout(
        _ allergens: [Allergen.ID]?, day: CivilDate, now: Date, zoom: Int
    ) async throws -> MarkerLayout {
        let subject = AlertMarkerCache.Subject(
            allergens: allergens, day: day, today: CivilDate(at: now, in: .gmt))
        let marks = try await alerts.marks(of: subject, at: now)
        return await layout(Key(stations: nil, alerts: subject, zoom: zoom), version: marks.version) {
            MarkerLayout(alerts: marks.markers, zoom: zoom)
        }
    }

    private func layout(_ key: Key, version: Int, make: () -> MarkerLayout) async -> MarkerLayout {
        if let held = layouts.withLock({ $0[key] }), held.version == version { return held.layout }
        return await flights.value(for: Flight(key: key, version: version)) {
            let layout = make()
            layouts.withLock { layouts in
                if layouts[key] == nil, layouts.count >= Self.capacity,
                    let victim = layouts.first?.key
                {
                    layouts.removeValue(forKey: victim)
                }
                layouts[key] = (version, layout)
            }
            return layout
        }
    }
}
