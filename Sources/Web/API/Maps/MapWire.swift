import Allergens
import Geography
import People

/// `GET /tiles`.
struct LayerList: Encodable {
    struct Entry: Encodable {
        let id: String
        let title: String
        let kind: LayerSummary.Kind
        let group: String?
        let tilejson: String
        let legend: String
        let peak: Peak?
        /// The credits of the numerical models beneath the stations; `nil` for none.
        let models: [String]?
    }

    struct Peak: Encodable {
        let date: String
        let index: Double
    }

    let today: String
    let demonstration: Bool
    /// Whether this program draws a basemap.
    let basemap: Bool
    /// The basemap to show under the layers, ours or an external one.
    let background: Background?
    let layers: [Entry]
}

/// `GET /tiles/{layer}.json`: TileJSON 3.0.0 of a raster layer.
struct TileJSON: Encodable {
    let tilejson = "3.0.0"
    let name: String
    let scheme = "xyz"
    let tiles: [String]
    let minzoom: Int
    let maxzoom: Int
    let bounds = [-180, -WebMercator.latitudeLimit, 180, WebMercator.latitudeLimit]
    let attribution: String
    let legend: String?
    /// Pixels along each edge; not in the specification, but map clients such as MapLibre read it.
    let tilesize: Int

    /// Describes a layer of the basemap.
    init(_ tone: BasemapTheme, of basemap: any BasemapTileSource, base: String, scale: Int) {
        name = tone.title
        tiles = ["\(base)/tiles/\(tone.rawValue)/{z}/{x}/{y}\(scale == 2 ? "@2x" : "").png"]
        minzoom = basemap.zooms.lowerBound
        maxzoom = basemap.zooms.upperBound
        attribution = basemap.attribution
        legend = nil
        tilesize = 256 * scale
    }

    init(
        _ layer: LayerSummary, models: [String], base: String, day: CivilDate?, allergen: String?,
        look: LayerLook, scale: Int
    ) {
        let colours = [look.style.map { "style=\($0)" }, look.ramp.map { "ramp=\($0)" }].compactMap(\.self)
        let content = [day.map { "date=\($0)" }, allergen.map { "allergen=\($0)" }].compactMap(\.self)
        func query(_ parameters: [String]) -> String {
            parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        }
        name = layer.title
        minzoom = TileAddress.zooms.lowerBound
        maxzoom = TileAddress.zooms.upperBound
        tilesize = 256 * scale
        tiles = [
            "\(base)/tiles/\(layer.id)/{z}/{x}/{y}\(scale == 2 ? "@2x" : "").png\(query(content + colours))"
        ]
        attribution = layer.attribution(with: models)
        legend = "\(base)/tiles/\(layer.id)/legend.png\(query(colours))"
    }
}

/// `GET /tiles/basemap-labels/{z}/{x}/{y}.json`: the names that the basemap's tiles draw.
package struct BasemapLabels: Encodable, Sendable {
    package struct Label: Encodable, Sendable {
        package enum Kind: String, Encodable, Sendable {
            case country, capital, town
        }

        let text: String
        let kind: Kind
        /// Left, top, right and bottom, in pixels of the zoom from the world's north-west corner.
        let box: [Int]

        /// Creates a label; its box grows to whole pixels.
        package init(
            text: String, kind: Kind, left: Double, top: Double, right: Double, bottom: Double
        ) {
            self.text = text
            self.kind = kind
            box = [left.rounded(.down), top.rounded(.down), right.rounded(.up), bottom.rounded(.up)]
                .map { Int($0) }
        }
    }

    /// The zoom of the tiles.
    let zoom: Int
    /// The most important first.
    let labels: [Label]

    package init(zoom: Int, labels: [Label]) {
        self.zoom = zoom
        self.labels = labels
    }
}
