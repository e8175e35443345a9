import Allergens
package import Foundation

/// All layers that can be drawn.
package struct LayerCatalogue: Sendable {
    /// The largest number of members in a mix: enough for one person's allergies, and the cost of a tile
    /// stays bounded.
    package static let largestMix = 8

    /// The layers with a definition, by name.
    package let layers: [Layer]
    /// The marker layers, by name.
    package let markers: [MarkerLayer]
    /// The available colour ramps, by name.
    package let ramps: [Ramp]
    private let byName: [String: Layer]
    private let taxonomy: Taxonomy

    /// Reads the definitions in `layers/*.json` and `ramps/*.json` of a directory.
    ///
    /// - Throws: ``CatalogueError`` for a mistake in a file, or the error of reading it.
    package init(directory: URL) throws {
        try self.init(directory: directory, taxonomy: .standard)
    }

    init(directory: URL, taxonomy: Taxonomy) throws {
        var ramps: [String: Ramp] = [:]
        for definition in try Definition.all(in: directory.appending(path: "ramps")) {
            let ramp = try Ramp(definition)
            ramps[ramp.id] = ramp
        }
        var layers: [String: Layer] = [:]
        var markers: [String: MarkerLayer] = [:]
        for definition in try Definition.all(in: directory.appending(path: "layers")) {
            guard !definition.has("markers") else {
                let layer = try MarkerLayer(definition, ramps: ramps)
                guard layers[layer.id] == nil, markers.updateValue(layer, forKey: layer.id) == nil else {
                    throw definition.error(at: "id", "the layer \(layer.id) is defined twice")
                }
                continue
            }
            for layer in try Layer.all(in: definition, ramps: ramps, taxonomy: taxonomy) {
                guard markers[layer.id] == nil, layers.updateValue(layer, forKey: layer.id) == nil else {
                    throw definition.error(at: "id", "the layer \(layer.id) is defined twice")
                }
            }
        }
        byName = layers
        self.ramps = ramps.values.sorted { $0.id < $1.id }
        self.markers = markers.values.sorted { $0.id < $1.id }
        self.layers = layers.values.sorted { $0.id < $1.id }
        self.taxonomy = taxonomy
    }

    /// A layer of tiles by name: a marker layer, or ``layer(named:)``.
    ///
    /// - Parameters:
    ///   - name: The layer, or a mix.
    ///   - style: The name of a ``Style``; `nil` means the one in the definition. Markers have none.
    ///   - ramp: The name of one of ``ramps``; `nil` means the one in the definition.
    /// - Returns: The layer with that style and ramp.
    /// - Throws: ``LayerError`` for an unknown name.
    package func mapLayer(
        named name: String, style: String? = nil, ramp: String? = nil
    ) throws(LayerError) -> MapLayer {
        if let markers = markers.first(where: { $0.id == name }) {
            guard style == nil else { throw .unknownStyle(known: []) }
            return .markers(markers.drawn(with: try ramp.map(self.ramp(named:)) ?? markers.ramp))
        }
        let layer = try layer(named: name)
        return .field(
            layer.drawn(
                in: try style.map(Self.style(named:)) ?? layer.style,
                with: try ramp.map(self.ramp(named:)) ?? layer.ramp))
    }

    private static func style(named name: String) throws(LayerError) -> Style {
        guard let style = Style(rawValue: name) else {
            throw .unknownStyle(known: Style.allCases.map(\.rawValue))
        }
        return style
    }

    private func ramp(named name: String) throws(LayerError) -> Ramp {
        guard let ramp = ramps.first(where: { $0.id == name }) else {
            throw .unknownRamp(known: ramps.map(\.id))
        }
        return ramp
    }

    /// The layer with a name, or the mix of layers whose names are joined by `+`.
    ///
    /// The order of a mix does not matter: `grass+birch` is the layer `birch+grass`.
    package func layer(named name: String) throws(LayerError) -> Layer {
        let names = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= Self.largestMix else { throw .tooMany(names.count) }
        var members: [Layer] = []
        for name in names.sorted() {
            guard !markers.contains(where: { $0.id == name }) else { throw .markers(name) }
            guard let member = byName[name] else { throw .unknown(name, known: layers.map(\.id)) }
            guard members.last?.id != name else { throw .repeated(name) }
            members.append(member)
        }
        return members.count == 1 ? members[0] : mix(of: members)
    }

    /// A mix, with the ramp and style of the first member.
    private func mix(of members: [Layer]) -> Layer {
        var attributions: [String] = []
        for member in members where !attributions.contains(member.attribution) {
            attributions.append(member.attribution)
        }
        return Layer(
            id: members.map(\.id).joined(separator: "+"),
            title: members.map(\.title).joined(separator: " + "),
            allergens: taxonomy.ids(in: taxonomy.set(of: members.flatMap(\.allergens))),
            ramp: members[0].ramp, style: members[0].style,
            opacity: members[0].opacity, attribution: attributions.joined(separator: "; "))
    }
}
