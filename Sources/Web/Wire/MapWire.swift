import Allergens
import Geography

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
    }

    struct Peak: Encodable {
        let date: String
        let index: Double
    }

    let today: String
    let demonstration: Bool
    let layers: [Entry]
}

/// `GET /tiles/{layer}.json`: TileJSON 3.0.0 of a raster layer.
struct TileJSON: Encodable {
    let tilejson = "3.0.0"
    let name: String
    let scheme = "xyz"
    let tiles: [String]
    let minzoom = TileAddress.zooms.lowerBound
    let maxzoom = TileAddress.zooms.upperBound
    let bounds = [-180, -WebMercator.latitudeLimit, 180, WebMercator.latitudeLimit]
    let attribution: String
    let legend: String

    init(_ layer: LayerSummary, base: String, day: CivilDate?, allergen: String?) {
        let parameters = [day.map { "date=\($0)" }, allergen.map { "allergen=\($0)" }].compactMap(\.self)
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        name = layer.title
        tiles = ["\(base)/tiles/\(layer.id)/{z}/{x}/{y}.png\(query)"]
        attribution = layer.attribution
        legend = "\(base)/tiles/\(layer.id)/legend.png"
    }
}
