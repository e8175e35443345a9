package import Allergens
package import Foundation
package import Geography
package import Observations
import People

/// Maps.
package protocol TileSource: Sendable {
    /// Changes whenever a tile may have changed.
    ///
    /// While it stays the same, so does every answer with ``TileAnswer/keepsWithStamp``.
    var stamp: Int { get }
    /// All named layers; mixes are named by their members.
    var layers: [LayerSummary] { get }
    /// The layer with a name, mixes included.
    ///
    /// - Throws: ``Problem`` of kind `unknown-layer`, or `invalid-parameter` for a look that the layer does not support.
    func layer(named name: String, in look: LayerLook) throws -> LayerSummary
    /// Checks the allergen that markers may show.
    ///
    /// - Throws: ``Problem`` of kind `invalid-parameter` that names `allergen`.
    func check(allergen: String) throws
    /// Draws a tile, or takes it from the cache.
    func tile(_ query: TileQuery) async throws -> TileAnswer
    func legendPNG(of layer: String, in look: LayerLook, scale: Int) throws -> [UInt8]
    func legendJSON(of layer: String, in look: LayerLook) throws -> Data
    /// For each layer with data, the day in `days` with the highest index.
    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak]
    /// The numerical models whose grids may stand beneath the stations, by allergen.
    func modelSources() async throws -> [Allergen.ID: [GridSource]]
    /// Whether any station's readings are simulated.
    func isDemonstration() async throws -> Bool
}

extension TileSource {
    func layer(named name: String) throws -> LayerSummary { try layer(named: name, in: .standard) }
}

/// The requested tile.
package struct TileQuery: Hashable, Sendable {
    package let tile: TileAddress
    /// 1 for 256 pixels a side, 2 for 512.
    package let scale: Int
    package let layer: String
    package let day: CivilDate
    /// The allergen of markers, as the name of a field layer; `nil` for all.
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

/// How to draw a layer, by the names that clients use; `nil` for the default of its definition.
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
    /// The basemap of the pages, if any.
    var background: Background? { get }
    /// Whether this program draws a basemap.
    var isInstalled: Bool { get }
    /// The attribution of the basemap that this program draws.
    var attribution: String { get }
    /// The zooms that are drawn.
    var zooms: ClosedRange<Int> { get }
    /// The entity tag of a tile, found without drawing it.
    func etag(_ tile: TileAddress, scale: Int, tone: BasemapTheme) -> String
    /// A tile as PNG, or `nil` when this program draws none.
    func png(_ tile: TileAddress, scale: Int, tone: BasemapTheme) async throws -> [UInt8]?
    /// The zooms of blocks of labels.
    var blockZooms: ClosedRange<Int> { get }
    /// The labels that the tiles in a block draw, or `nil` when this program draws none.
    func labels(in block: TileAddress) throws -> BasemapLabels?
    /// The towns that a text may mean, at most `limit`: exact names first, then the largest.
    ///
    /// `nil` if there is no gazetteer.
    func places(named text: String, limit: Int) throws -> [PlaceWire]?
    /// The town nearest to a position, or none if no town lies within 25 km.
    ///
    /// `nil` if there is no gazetteer.
    func places(nearestTo position: Coordinate) throws -> [PlaceWire]?
}

/// The variants of the basemap, by the name in their addresses.
package enum BasemapTheme: String, CaseIterable, Sendable {
    case light = "basemap"
    case dark = "basemap-dark"
    /// Only the lines and names on a transparent ground, for above the layers.
    case lightLines = "basemap-lines"
    case darkLines = "basemap-lines-dark"

    /// Its title in the lists of map clients.
    var title: String {
        switch self {
        case .light: "Basemap"
        case .dark: "Basemap, dark"
        case .lightLines: "Lines and names of the basemap"
        case .darkLines: "Lines and names of the basemap, dark"
        }
    }

    /// The address template of its tiles.
    package var template: String { "/tiles/\(rawValue)/{z}/{x}/{y}.png" }
}

/// A basemap as pages use it; addresses are templates with {z}, {x} and {y}.
package struct Background: Encodable, Sendable {
    /// The lines and names above the layers, drawn by this program over any basemap.
    package struct Lines: Encodable, Sendable {
        package let light: String
        package let dark: String
        package let maxzoom: Int
        package let attribution: String
        package let retina: Bool
        /// The address of the names on them, by blocks: a template with {z}, {x} and {y}.
        package let labels = "/tiles/basemap-labels/{z}/{x}/{y}.json"

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
    /// `nil` if this program draws none.
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

/// A layer in the list of layers.
package struct LayerSummary: Sendable {
    /// The content of its tiles.
    package enum Kind: String, Sendable, Encodable {
        /// Colours that fill an area.
        case field
        /// Markers at places.
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
    /// Whether the tile stays the same as long as the source's stamp and the day do.
    package let keepsWithStamp: Bool

    package init(png: [UInt8], etag: String, keepsWithStamp: Bool = true) {
        self.png = png
        self.etag = etag
        self.keepsWithStamp = keepsWithStamp
    }
}
