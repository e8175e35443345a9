package import Allergens
package import Drawing
import Interpolation

/// A layer of tiles: one allergen, a group, or a mix.
package struct Layer: Hashable, Sendable, Identifiable {
    /// The name in the tile's URL; for a mix its members' names, sorted and joined by `+`.
    package let id: String
    package let title: String
    /// The allergens in the layer, in the order of the taxonomy; each pixel shows the highest of them.
    package let allergens: [Allergen.ID]
    package let ramp: Ramp
    package let style: Style
    /// The opacity of the layer at full confidence, 0…1.
    package let opacity: Double
    /// The credits beside the map.
    package let attribution: String
    /// The colours of the layer's tiles.
    package let palette: Palette
    /// The shortest reach of the layer's allergens.
    let shortestReach: Reach
    /// A digest of those parts of the definition that affect a tile.
    let digest: String

    init(
        id: String, title: String, allergens: [Allergen.ID], ramp: Ramp, style: Style, opacity: Double,
        attribution: String
    ) {
        self.id = id
        self.title = title
        self.allergens = allergens
        self.ramp = ramp
        self.style = style
        self.opacity = opacity
        self.attribution = attribution
        let palette = ramp.palette(opacity: opacity, style: style)
        self.palette = palette
        // Isolines show values or words. They follow the cells of the finest field, whichever fields reach a
        // tile.
        let reaches = allergens.compactMap { Taxonomy.standard[$0].map(Reach.standard(for:)) }
        shortestReach = reaches.min { $0.metres < $1.metres } ?? Reach(metres: Reach.widest, full: 1)
        let lines = style == .isolines ? "\(allergens.count == 1) \(shortestReach.metres)" : ""
        digest = Self.digest(
            of: palette.colours.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }, "\(style) \(lines)")
    }

    /// The same layer with another style and ramp.
    package func drawn(in style: Style, with ramp: Ramp) -> Layer {
        Layer(
            id: id, title: title, allergens: allergens, ramp: ramp, style: style, opacity: opacity,
            attribution: attribution)
    }
}

/// Why a request names no valid layer.
package enum LayerError: Error, Hashable, Sendable {
    /// No layer has this name; `known` lists the layers that can be shown alone or mixed.
    case unknown(String, known: [String])
    /// The name occurs twice in a mix.
    case repeated(String)
    /// A mix has more members than ``LayerCatalogue/largestMix``.
    case tooMany(Int)
    /// The layer shows markers, not a field, and cannot be mixed.
    case markers(String)
    /// No style has this name; `known` is empty for layers without styles.
    case unknownStyle(known: [String])
    /// No colour ramp has this name.
    case unknownRamp(known: [String])

    /// The reason in words, safe to show to strangers.
    package var reason: String {
        switch self {
        case .unknown(let name, let known):
            "no layer is called \"\(name.prefix(60))\"; there are \(known.joined(separator: ", "))"
        case .markers(let name):
            "\(name) is a layer of markers: it is shown alone and cannot be mixed"
        case .unknownStyle(let known) where known.isEmpty: "markers have no style to choose"
        case .unknownStyle(let known): "no style has this name; there are \(known.joined(separator: ", "))"
        case .unknownRamp(let known): "no ramp has this name; there are \(known.joined(separator: ", "))"
        case .repeated(let name): "\(name) stands in the mix twice; each member may stand there once"
        case .tooMany(let count):
            "a mix has 2 to \(LayerCatalogue.largestMix) members joined by +, not \(count)"
        }
    }
}
