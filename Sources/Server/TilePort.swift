import Allergens
import Atlas
import Foundation
import Geography
import Rendering
import Storage
import Synchronization
import Web

/// Maps, as the routes see them.
final class TilePort: TileSource {
    private let network: Network
    private let now: @Sendable () -> Date
    private let legends = LegendRenderer()
    /// The peaks, which take a walk through a year of readings, with the stamp and span they were found at.
    private let found = Mutex<(stamp: Int, days: ClosedRange<CivilDate>, peaks: [String: LayerPeak])?>(nil)

    init(network: Network, now: @escaping @Sendable () -> Date) {
        self.network = network
        self.now = now
    }

    var stamp: Int { network.fields.stamp }

    var layers: [LayerSummary] { network.layers.layers.map(summary(of:)) }

    func layer(named name: String) throws -> LayerSummary { summary(of: try resolved(name)) }

    func tile(_ query: TileQuery) async throws -> TileAnswer {
        let drawn = try await network.tiles.tile(
            query.tile, scale: query.scale, layer: try resolved(query.layer), day: query.day,
            today: CivilDate(at: now(), in: .gmt))
        return TileAnswer(png: drawn.png, etag: "\"\(drawn.key)\"")
    }

    func etag(of query: TileQuery) async throws -> String? {
        let key = try await network.tiles.key(
            of: query.tile, scale: query.scale, layer: try resolved(query.layer), day: query.day,
            today: CivilDate(at: now(), in: .gmt))
        return "\"\(key)\""
    }

    func legendPNG(of layer: String, scale: Int) throws -> [UInt8] {
        try legends.png(try resolved(layer), scale: scale)
    }

    func legendJSON(of layer: String) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Legend(try resolved(layer)))
    }

    func isDemonstration() async throws -> Bool { try await network.archive.hasSimulatedStations() }

    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak] {
        let stamp = stamp
        if let found = found.withLock({ $0 }), found.stamp == stamp, found.days == days { return found.peaks }
        let means = try await network.archive.peaks(in: days)
        let indexed = means.compactMap { id, peak -> (Allergen.ID, LayerPeak)? in
            guard let bounds = network.taxonomy[id].flatMap({ Scale.standard(for: $0) })?.bounds else {
                return nil
            }
            return (id, LayerPeak(day: peak.day, index: bounds.index(of: peak.mean)))
        }
        let byAllergen = Dictionary(uniqueKeysWithValues: indexed)
        var peaks: [String: LayerPeak] = [:]
        for layer in network.layers.layers {
            // Anything below low is no season.
            let members = layer.allergens.compactMap { byAllergen[$0] }.filter { $0.index > 0 }
            peaks[layer.id] = members.max { $0.index < $1.index }
        }
        let result = peaks
        found.withLock { $0 = (stamp, days, result) }
        return result
    }

    private func resolved(_ name: String) throws -> Layer {
        do {
            return try network.layers.layer(named: name)
        } catch {
            throw Problem(.unknownLayer, error.reason)
        }
    }

    private func summary(of layer: Layer) -> LayerSummary {
        let group = layer.allergens.count == 1 ? network.taxonomy[layer.allergens[0]]?.group : nil
        return LayerSummary(
            id: layer.id, title: layer.title, group: group?.rawValue, attribution: layer.attribution,
            allergens: layer.allergens)
    }
}
