import Geography
import HTTP
import HTTPTypes
import Hummingbird

/// The layers in OGC API – Tiles (OGC 20-057), where a tile's row comes before its column.
struct OGCTileRoutes: Sendable {
    let tileSource: any TileSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        let tiles = "/ogc/collections/{collection}/map/tiles"
        return [
            Endpoint(.get, "/ogc/tileMatrixSets", .everyone, handler: matrixSets),
            Endpoint(.get, "/ogc/tileMatrixSets/{matrices}", .everyone) { request, context in
                try context.expectKnownMatrices()
                return try request.answer(OGCTileMatrixSet())
            },
            Endpoint(.get, tiles, .everyone, handler: tileSets),
            Endpoint(.get, "\(tiles)/{matrices}", .everyone, handler: tileSet),
            Endpoint(.get, "\(tiles)/{matrices}/{z}/{y}/{x}", .everyone, handler: tile),
        ]
    }

    @Sendable private func matrixSets(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let set = OGCTileMatrixSet()
        let link = OGCLink("self", "\(environment.ogc(for: request))/tileMatrixSets/\(set.id)")
        return try request.answer(
            OGCTileMatrixSets(tileMatrixSets: [
                .init(id: set.id, title: set.title, uri: set.uri, links: [link])
            ])
        ).linking(in: environment)
    }

    @Sendable private func tileSets(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let layer = try tileSource.layer(ofCollection: context.collection)
        return try request.answer(
            OGCTileSets(
                tilesets: [tileSet(of: layer, base: environment.ogc(for: request))],
                links: [OGCLink("self", "\(environment.ogc(for: request))/collections/\(layer.id)/map/tiles")]
            )
        ).linking(in: environment)
    }

    @Sendable private func tileSet(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try context.expectKnownMatrices()
        return try request.answer(
            tileSet(
                of: try tileSource.layer(ofCollection: context.collection),
                base: environment.ogc(for: request))
        ).linking(in: environment)
    }

    private func tileSet(of layer: LayerSummary, base: String) -> OGCTileSet {
        let path = "\(base)/collections/\(layer.id)/map/tiles/\(WMTSCapabilities.matrixSet)"
        var item = OGCLink("item", "\(path)/{tileMatrix}/{tileRow}/{tileCol}", type: "image/png")
        item.templated = true
        let scheme = OGCLink(OGCName.scheme, "\(base)/tileMatrixSets/\(WMTSCapabilities.matrixSet)")
        return OGCTileSet(title: layer.title, links: [OGCLink("self", path), scheme, item])
    }

    @Sendable private func tile(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try context.expectKnownMatrices()
        let layer = try tileSource.layer(ofCollection: context.collection)
        let tile = try TileRoutes.address(
            zoom: context.parameters.get("z") ?? "", column: context.parameters.get("x") ?? "",
            row: context.parameters.get("y") ?? "", names: .ogc)
        let day = try TileRoutes.day(of: request, today: environment.today)
        return try await tileSource.picture(
            TileQuery(tile: tile, scale: 1, layer: layer.id, day: day), for: request)
    }
}

extension TileSource {
    /// The layer behind a collection, including mixes.
    func layer(ofCollection name: String) throws -> LayerSummary {
        do {
            return try layer(named: name)
        } catch let problem as Problem where problem.kind == .unknownLayer {
            throw Problem.unknownCollection(name)
        }
    }
}

extension BreatheContext {
    fileprivate func expectKnownMatrices() throws {
        guard parameters.get("matrices") == WMTSCapabilities.matrixSet else {
            throw Problem.tile(
                "tileMatrixSetId", "The one tile matrix set is \(WMTSCapabilities.matrixSet).")
        }
    }
}
