import Foundation
import Geography
import HTTP
import Hummingbird
import NIOCore

/// The tiles of the basemap, which depend on neither allergens nor days.
struct BasemapRoutes: Sendable {
    let basemap: any BasemapTileSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        let pictures = BasemapTheme.allCases.flatMap { tone in
            [
                Endpoint(.get, "/tiles/\(tone.rawValue).json", .everyone) { request, _ in
                    try describe(tone, request)
                },
                Endpoint(.get, "/tiles/\(tone.rawValue)/{z}/{x}/{file}", .everyone) { request, context in
                    try await tile(
                        tone, zoom: context.parameters.get("z") ?? "",
                        column: context.parameters.get("x") ?? "",
                        file: context.parameters.get("file") ?? "", request)
                },
            ]
        }
        return pictures + [Endpoint(.get, "/tiles/basemap-labels/{z}/{x}/{file}", .everyone, handler: labels)]
    }

    @Sendable private func labels(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try demandBasemap()
        guard let row = (context.parameters.get("file") ?? "").suffixRemoved(".json")
        else { throw Problem.tile("y", "Labels are named {z}/{x}/{y}.json.") }
        let block = try TileRoutes.address(
            zoom: context.parameters.get("z") ?? "", column: context.parameters.get("x") ?? "", row: row,
            names: .xyz)
        let zooms = basemap.blockZooms
        guard zooms.contains(block.zoom) else {
            throw Problem.tile(
                "z", "Labels have the zooms from \(zooms.lowerBound) to \(zooms.upperBound).")
        }
        guard let labels = try basemap.labels(in: block) else { throw Problem(.noBasemap) }
        let bytes = try JSON.encoder.encode(labels)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "application/json", etag: ContentHash.etag(of: bytes),
            freshness: Freshness.basemap)
    }

    private func describe(_ tone: BasemapTheme, _ request: Request) throws -> Response {
        try demandBasemap()
        let description = TileJSON(
            tone, of: basemap, base: environment.base(of: request), scale: try request.scale(ofName: 1))
        return try request.answer(description).linking(in: environment)
    }

    /// Answers with the tile that the parts of the path name.
    func tile(
        _ tone: BasemapTheme, zoom: String, column: String, file: String, _ request: Request
    ) async throws -> Response {
        try demandBasemap()
        let (tile, named) = try TileRoutes.address(zoom: zoom, column: column, file: file)
        let scale = try request.scale(ofName: named)
        let zooms = basemap.zooms
        guard zooms.contains(tile.zoom) else {
            throw Problem.tile(
                "z", "The basemap has the zooms from \(zooms.lowerBound) to \(zooms.upperBound).")
        }
        let etag = basemap.etag(tile, scale: scale, tone: tone)
        guard !request.holds(etag: etag) else {
            return request.answer(
                ByteBuffer(), type: "image/png", etag: etag, freshness: Freshness.basemap)
        }
        guard let png = try await basemap.png(tile, scale: scale, tone: tone) else {
            throw Problem(.noBasemap)
        }
        return request.answer(
            ByteBuffer(bytes: png), type: "image/png", etag: etag, freshness: Freshness.basemap)
    }

    private func demandBasemap() throws {
        guard basemap.isInstalled else {
            throw Problem(.noBasemap, "This server draws no basemap; the layers need none.")
        }
    }
}
