package import Allergens
package import Foundation
package import Geography
import People

/// Maps.
package protocol TileSource: Sendable {
    /// Changes whenever a tile may have changed; as long as it stays, every answer stays that says so of itself.
    var stamp: Int { get }
    /// Every layer that has a name of its own; mixes are named by their members.
    var layers: [LayerSummary] { get }
    /// The layer with a name, mixes included.
    ///
    /// - Throws: ``Problem`` of kind `unknown-layer`, or `invalid-parameter` for a look that it cannot have.
    func layer(named name: String, in look: LayerLook) throws -> LayerSummary
    /// Checks what marks may be about.
    ///
    /// - Throws: ``Problem`` of kind `invalid-parameter` that names `allergen`.
    func check(allergen: String) throws
    /// Draws a tile, or finds it drawn.
    func tile(_ query: TileQuery) async throws -> TileAnswer
    func legendPNG(of layer: String, in look: LayerLook, scale: Int) throws -> [UInt8]
    func legendJSON(of layer: String, in look: LayerLook) throws -> Data
    /// For each layer that has one, the day in `days` on which most was in the air.
    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak]
    /// Whether any station's readings are simulated.
    func isDemonstration() async throws -> Bool
}

extension TileSource {
    func layer(named name: String) throws -> LayerSummary { try layer(named: name, in: .standard) }
}

/// Which picture is asked for.
package struct TileQuery: Hashable, Sendable {
    package let tile: TileAddress
    /// 1 for 256 pixels a side, 2 for 512.
    package let scale: Int
    package let layer: String
    package let day: CivilDate
    /// What marks are about, as the name of a field layer; `nil` for everything.
    package let allergen: String?
    package let look: LayerLook

    package init(
        tile: TileAddress, scale: Int, layer: String, day: CivilDate, allergen: String? = nil,
        look: LayerLook = .standard
    ) {
        self.tile = tile
        self.scale = scale
        self.layer = layer
        self.day = day
        self.allergen = allergen
        self.look = look
    }
}

/// How a layer is to be drawn, by the names that clients use; `nil` for what its definition says.
package struct LayerLook: Hashable, Sendable {
    package let style: String?
    package let ramp: String?

    package init(style: String? = nil, ramp: String? = nil) {
        self.style = style
        self.ramp = ramp
    }

    package static let standard = LayerLook()
}

/// The map beneath the layers.
package protocol BasemapTileSource: Sendable {
    /// Where pages find a basemap, or `nil` when there is none.
    var background: Background? { get }
    /// Whether this program draws one.
    var isInstalled: Bool { get }
    /// Whom to name beside the basemap that this program draws.
    var attribution: String { get }
    /// The zooms that are drawn.
    var zooms: ClosedRange<Int> { get }
    /// The entity tag of a tile, found without drawing it.
    func etag(_ tile: TileAddress, scale: Int, tone: BasemapTheme) -> String
    /// A tile as PNG, or `nil` when this program draws none.
    func png(_ tile: TileAddress, scale: Int, tone: BasemapTheme) async throws -> [UInt8]?
    /// The towns that a text may mean, at most `limit`: those with just this name first, then the largest; `nil` when
    /// there is no gazetteer.
    func places(named text: String, limit: Int) throws -> [PlaceWire]?
}

/// What is drawn of a basemap and for which pages, by the name in its address.
package enum BasemapTheme: String, CaseIterable, Sendable {
    case light = "basemap"
    case dark = "basemap-dark"
    /// Only the lines and names, on transparent ground: they belong above the layers.
    case lightLines = "basemap-lines"
    case darkLines = "basemap-lines-dark"

    /// Its title in lists of map clients.
    var title: String {
        switch self {
        case .light: "Basemap"
        case .dark: "Basemap, dark"
        case .lightLines: "Lines and names of the basemap"
        case .darkLines: "Lines and names of the basemap, dark"
        }
    }

    /// Where its tiles are found, as a template.
    package var template: String { "/tiles/\(rawValue)/{z}/{x}/{y}.png" }
}

/// A basemap as pages use it; addresses are templates with {z}, {x} and {y}.
package struct Background: Encodable, Sendable {
    /// The lines and names that belong above the layers, drawn by this program whatever lies beneath.
    package struct Lines: Encodable, Sendable {
        package let light: String
        package let dark: String
        package let maxzoom: Int
        package let attribution: String
        package let retina: Bool

        package init(light: String, dark: String, maxzoom: Int, attribution: String, retina: Bool) {
            self.light = light
            self.dark = dark
            self.maxzoom = maxzoom
            self.attribution = attribution
            self.retina = retina
        }
    }

    package let light: String
    package let dark: String
    package let maxzoom: Int
    package let attribution: String
    /// Whether `{y}@2x` gives tiles with 512 pixels.
    package let retina: Bool
    /// `nil` when this program draws none.
    package let lines: Lines?

    package init(
        light: String, dark: String, maxzoom: Int, attribution: String, retina: Bool, lines: Lines? = nil
    ) {
        self.light = light
        self.dark = dark
        self.maxzoom = maxzoom
        self.attribution = attribution
        self.retina = retina
        self.lines = lines
    }
}

/// What the list of layers says of one.
package struct LayerSummary: Sendable {
    /// What its tiles are made of.
    package enum Kind: String, Sendable, Encodable {
        /// Colours that fill an area.
        case field
        /// Marks at places.
        case markers
    }

    package let id: String
    package let title: String
    package let group: String?
    package let attribution: String
    package let allergens: [Allergen.ID]
    package let kind: Kind

    package init(
        id: String, title: String, group: String?, attribution: String, allergens: [Allergen.ID],
        kind: Kind = .field
    ) {
        self.id = id
        self.title = title
        self.group = group
        self.attribution = attribution
        self.allergens = allergens
        self.kind = kind
    }
}

/// The day of a layer's highest index.
package struct LayerPeak: Sendable {
    package let day: CivilDate
    package let index: Double

    package init(day: CivilDate, index: Double) {
        self.day = day
        self.index = index
    }
}

/// A drawn tile.
package struct TileAnswer: Sendable {
    package let png: [UInt8]
    /// The strong entity tag, with its quotes.
    package let etag: String
    /// Whether the tile stays as it is for as long as the source's stamp and the day stay.
    package let keepsWithStamp: Bool

    package init(png: [UInt8], etag: String, keepsWithStamp: Bool = true) {
        self.png = png
        self.etag = etag
        self.keepsWithStamp = keepsWithStamp
    }
}
