import Allergens
import Foundation
import Geography
import Observations
import SampleTesting

@testable import API
@testable import HTTP

/// Tiles that echo the request.
struct InMemoryTiles: TileSource {
    /// What tiles say that they were drawn from.
    let stamped = Guarded(0)
    let drawings = Guarded(0)
    /// The picture that tiles have instead of an echo.
    var picture: [UInt8]?
    /// The legend of every layer, as JSON.
    var legend = "{}"

    var stamp: Int { stamped.value }
    var layers: [LayerSummary] {
        [
            LayerSummary(id: "birch", title: "Birch", group: "tree", attribution: "", allergens: ["birch"]),
            LayerSummary(
                id: "alerts", title: "Alerts", group: nil, attribution: "", allergens: [], kind: .markers),
        ]
    }
    func layer(named name: String, in look: LayerLook) throws -> LayerSummary {
        guard let layer = layers.first(where: { $0.id == name })
        else { throw Problem(.unknownLayer, "there are birch and alerts") }
        return layer
    }
    func check(allergen: String) throws {}
    func tile(_ query: TileQuery) async throws -> TileAnswer {
        let summary = try self.layer(named: query.layer, in: query.look)
        let tile = query.tile
        drawings.change { $0 += 1 }
        let text =
            "\(summary.id) \(tile.zoom)/\(tile.column)/\(tile.row)@\(query.scale) \(query.day) \(stamp)"
        return TileAnswer(png: picture ?? Array(text.utf8), etag: "\"\(stamp)\"")
    }
    func legendPNG(of layer: String, in look: LayerLook, scale: Int) throws -> [UInt8] {
        Array("legend@\(scale)".utf8)
    }
    func legendJSON(of layer: String, in look: LayerLook) throws -> Data { Data(legend.utf8) }
    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak] { [:] }
    func modelSources() async throws -> [Allergen.ID: [GridSource]] {
        let model = GridSource(name: "plume", degrees: 0.1, attribution: "CAMS ensemble")
        return ["birch": [model, model]]
    }
    func isDemonstration() async throws -> Bool { false }
}
