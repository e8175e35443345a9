import Allergens
import Geography

/// `GET /tiles`.
struct LayerList: Encodable {
    struct Entry: Encodable {
        let id: String
        let title: String
        let group: String?
        let tilejson: String
        let legend: String
        let peak: Peak?
    }

    struct Peak: Encodable {
        let date: String
        let index: Double
    }

    let today: String
    let demonstration: Bool
    /// Whether this program draws a basemap.
    let basemap: Bool
    /// The basemap that belongs under the layers, ours or another.
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

    /// Describes a layer of the basemap.
    init(_ tone: Tone, of basemap: any BasemapSource, base: String) {
        name = tone == .light ? "Basemap" : "Basemap, dark"
        tiles = ["\(base)/tiles/\(tone.rawValue)/{z}/{x}/{y}.png"]
        minzoom = basemap.zooms.lowerBound
        maxzoom = basemap.zooms.upperBound
        attribution = basemap.attribution
        legend = nil
    }

    init(_ layer: LayerSummary, base: String, day: CivilDate?) {
        let query = day.map { "?date=\($0)" } ?? ""
        name = layer.title
        minzoom = TileAddress.zooms.lowerBound
        maxzoom = TileAddress.zooms.upperBound
        tiles = ["\(base)/tiles/\(layer.id)/{z}/{x}/{y}.png\(query)"]
        attribution = layer.attribution
        legend = "\(base)/tiles/\(layer.id)/legend.png"
    }
}
