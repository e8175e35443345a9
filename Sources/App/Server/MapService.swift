import API
package import Allergens
import Foundation
import Geography
import HTTP
import Maps
package import Observations
import Rendering
import Synchronization

/// What is known of the map as a whole.
package protocol MapFactSource: Sendable {
    /// The numerical models behind each allergen.
    func modelSources() async throws -> [Allergen.ID: [GridSource]]
    /// Whether any station's readings are simulated.
    func hasSimulatedStations() async throws -> Bool
    /// The allergens that have readings, each with the day in `days` on which the network's mean was highest.
    func peaks(in days: ClosedRange<CivilDate>) async throws -> [Allergen.ID: (day: CivilDate, mean: Double)]
}

/// Connects the routes to maps.
final class MapService: TileSource {
    let network: Network
    let now: @Sendable () -> Date
    private let legends = LegendRenderer()
    /// The cached peaks, with their stamp and span.
    ///
    /// Finding them takes a scan of a year's readings.
    private let found = Mutex<(stamp: Int, days: ClosedRange<CivilDate>, peaks: [String: LayerPeak])?>(nil)

    init(network: Network, now: @escaping @Sendable () -> Date) {
        self.network = network
        self.now = now
    }

    var stamp: Int { network.fields.stamp }

    var layers: [LayerSummary] {
        (network.layers.layers.map(MapLayer.field) + network.layers.markers.map(MapLayer.markers))
            .map(summary(of:)).sorted { $0.id < $1.id }
    }

    func layer(named name: String, in look: LayerLook) throws -> LayerSummary {
        summary(of: try resolved(name, look))
    }

    func check(allergen: String) throws { _ = try allergens(named: allergen) }

    func tile(_ query: TileQuery) async throws -> TileAnswer {
        let now = now()
        switch try resolved(query.layer, query.look) {
        case .field(let layer):
            let drawn = try await network.tiles.tile(
                query.tile, scale: query.scale, layer: layer, day: query.day,
                today: CivilDate(at: now, in: .gmt))
            return TileAnswer(png: drawn.png, etag: "\"\(drawn.key)\"")
        case .markers(let layer):
            let drawn = try await network.markers.tile(
                query.tile, scale: query.scale, layer: layer,
                allergens: try query.allergen.map(allergens(named:)), day: query.day, now: now)
            // Reports arrive and alerts age without any new reading.
            return TileAnswer(
                png: drawn.png, etag: "\"\(drawn.key)\"", keepsWithStamp: layer.subject != .alerts)
        }
    }

    /// Returns the entity tag of a tile without drawing it.
    func etag(of query: TileQuery) async throws -> String {
        let now = now()
        let key =
            switch try resolved(query.layer, query.look) {
            case .field(let layer):
                try await network.tiles.key(
                    of: query.tile, scale: query.scale, layer: layer, day: query.day,
                    today: CivilDate(at: now, in: .gmt))
            case .markers(let layer):
                try await network.markers.key(
                    of: query.tile, scale: query.scale, layer: layer,
                    allergens: try query.allergen.map(allergens(named:)), day: query.day, now: now)
            }
        return "\"\(key)\""
    }

    func legendPNG(of layer: String, in look: LayerLook, scale: Int) throws -> [UInt8] {
        switch try resolved(layer, look) {
        case .field(let layer): try legends.png(layer, scale: scale)
        case .markers(let layer): try legends.png(layer, scale: scale)
        }
    }

    func legendJSON(of layer: String, in look: LayerLook) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return switch try resolved(layer, look) {
        case .field(let layer): try encoder.encode(Legend(layer))
        case .markers(let layer): try encoder.encode(MarkerLegend(layer))
        }
    }

    func modelSources() async throws -> [Allergen.ID: [GridSource]] { try await network.store.modelSources() }

    func isDemonstration() async throws -> Bool { try await network.store.hasSimulatedStations() }

    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak] {
        let stamp = stamp
        if let found = found.withLock({ $0 }), found.stamp == stamp, found.days == days { return found.peaks }
        let means = try await network.store.peaks(in: days)
        let indexed = means.compactMap { id, peak -> (Allergen.ID, LayerPeak)? in
            guard let bounds = network.taxonomy[id].flatMap({ Scale.standard(for: $0) })?.bounds else {
                return nil
            }
            return (id, LayerPeak(day: peak.day, index: bounds.index(of: peak.mean)))
        }
        let byAllergen = Dictionary(uniqueKeysWithValues: indexed)
        var peaks: [String: LayerPeak] = [:]
        for layer in network.layers.layers {
            // A peak below the level low is not a season.
            let members = layer.allergens.compactMap { byAllergen[$0] }.filter { $0.index > 0 }
            peaks[layer.id] = members.max { $0.index < $1.index }
        }
        let result = peaks
        found.withLock { $0 = (stamp, days, result) }
        return result
    }

    private func resolved(_ name: String, _ look: LayerLook = .standard) throws -> MapLayer {
        do {
            return try network.layers.mapLayer(named: name, style: look.style, ramp: look.ramp)
        } catch {
            throw switch error {
            case .unknownStyle: Problem.parameter("style", error.reason)
            case .unknownRamp: Problem.parameter("ramp", error.reason)
            default: Problem.layer(error.reason)
            }
        }
    }

    /// Returns the allergens that `?allergen=` names: those of a field layer, or of a mix.
    private func allergens(named name: String) throws -> [Allergen.ID] {
        do {
            return try network.layers.layer(named: name).allergens
        } catch {
            throw Problem.parameter("allergen", error.reason)
        }
    }

    private func summary(of layer: MapLayer) -> LayerSummary {
        switch layer {
        case .field(let layer):
            let allergen = layer.allergens.count == 1 ? network.taxonomy[layer.allergens[0]] : nil
            // Pollutants have no group. Their category takes its place.
            let category = allergen?.category == .pollutant ? allergen?.category.rawValue : nil
            return LayerSummary(
                id: layer.id, title: layer.title, group: allergen?.group?.rawValue ?? category,
                attribution: layer.attribution, allergens: layer.allergens)
        case .markers(let layer):
            return LayerSummary(
                id: layer.id, title: layer.title, group: nil, attribution: layer.attribution, allergens: [],
                kind: .markers)
        }
    }
}
