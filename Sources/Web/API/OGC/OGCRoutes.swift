import Allergens
import Foundation
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// The entry points of the OGC APIs: the landing page, the conformance classes, and the collections.
///
/// Each layer is a collection of map tiles. If it shows a field, it is also a collection of the stations
/// whose readings make up the field. All stations together form a collection of their own.
struct OGCRoutes: Sendable {
    let stationStore: any StationStore
    let tileSource: any TileSource
    let environment: APIEnvironment

    /// The collection of all stations.
    static let stations = "stations"
    private static let apiDocument = ByteBuffer(bytes: EmbeddedFiles["OGC/ogc-api.json"])

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/ogc", .everyone, handler: landing),
            Endpoint(.get, "/ogc/api", .everyone) { request, _ in
                request.answer(
                    Self.apiDocument, type: OGCLink.openAPI,
                    etag: ContentHash.etag(of: Self.apiDocument.readableBytesView))
            },
            Endpoint(.get, "/ogc/conformance", .everyone) { request, _ in
                try request.answer(OGCConformance())
            },
            Endpoint(.get, "/ogc/collections", .everyone, handler: list),
            Endpoint(.get, "/ogc/collections/{collection}", .everyone, handler: one),
        ]
    }

    @Sendable private func landing(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let base = environment.ogc(for: request)
        return try request.answer(
            OGCPage(
                title: "Breathe Easy",
                description:
                    "Allergens in the air: stations and maps. Transparent is unknown and never low.",
                links: [
                    OGCLink("self", base, title: "This page"),
                    OGCLink(
                        "service-desc", "\(base)/api", type: OGCLink.openAPI, title: "The API's definition"),
                    OGCLink(
                        "service-desc", "\(environment.base(of: request))/openapi.json",
                        type: DefinitionRoutes.mediaType,
                        title: "The definition of the whole service"),
                    OGCLink(
                        "service-doc", "\(environment.base(of: request))/docs/api", type: "text/html",
                        title: "The same as a page"),
                    OGCLink("conformance", "\(base)/conformance", title: "What is conformed to"),
                    OGCLink(OGCName.conformance, "\(base)/conformance", title: "What is conformed to"),
                    OGCLink("data", "\(base)/collections", title: "The stations and layers"),
                    OGCLink(OGCName.data, "\(base)/collections", title: "The stations and layers"),
                    OGCLink(
                        OGCName.schemes, "\(base)/tileMatrixSets", title: "How the tiles divide the world"),
                ])
        ).linking(in: environment)
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let base = environment.ogc(for: request)
        return try request.answer(
            OGCCollections(
                collections: try await collections(base: base),
                links: [OGCLink("self", "\(base)/collections")])
        ).linking(in: environment)
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = context.collection
        let collections = try await collections(base: environment.ogc(for: request))
        guard let collection = collections.first(where: { $0.id == name })
        else { throw Problem.unknownCollection(name) }
        return try request.answer(collection).linking(in: environment)
    }

    private func collections(base: String) async throws -> [OGCCollection] {
        let spans = try await stationStore.spans()
        let positions = try await stationStore.stations().map(\.position)
        let tomorrow = environment.today.adding(days: 1)
        let layers = tileSource.layers
        let models = try await tileSource.modelSources()
        // A layer that draws the stations is the same collection as the stations.
        let drawn = layers.first { $0.id == Self.stations }
        let stations = OGCCollection(
            id: Self.stations, title: "Stations and their readings", attribution: drawn?.attribution,
            extent: .init(of: positions, days: spans.span(until: tomorrow)), hasItems: true,
            links: Self.links(of: Self.stations, hasItems: true, hasTiles: drawn != nil, base: base))
        return [stations]
            + layers.filter { $0.id != Self.stations }.map { layer in
                OGCCollection(
                    id: layer.id, title: layer.title,
                    attribution: layer.attribution(with: layer.credits(of: models)),
                    extent: .init(of: positions, days: layer.span(in: spans, until: tomorrow)),
                    hasItems: layer.hasItems,
                    links: Self.links(
                        of: layer.id, hasItems: layer.hasItems, hasTiles: true, base: base))
            }
    }

    private static func links(of id: String, hasItems: Bool, hasTiles: Bool, base: String) -> [OGCLink] {
        let path = "\(base)/collections/\(id)"
        var links = [OGCLink("self", path)]
        if hasItems {
            links += [
                OGCLink(
                    "items", "\(path)/items", type: OGCLink.geoJSON,
                    title: "The stations and their readings"),
                // RFC 8288, 2.1: relation types are compared case-insensitively. GDAL looks for this
                // spelling.
                OGCLink("describedBy", "\(path)/schema", type: OGCLink.schema, title: "The columns"),
                OGCLink(
                    OGCName.queryables, "\(path)/queryables", type: OGCLink.schema,
                    title: "The columns to select by"),
            ]
        }
        if hasTiles { links.append(OGCLink(OGCName.tilesets, "\(path)/map/tiles", title: "The map tiles")) }
        return links
    }
}

extension APIEnvironment {
    /// The landing page's address.
    func ogc(for request: Request) -> String { "\(base(of: request))/ogc" }
}

extension LayerSummary {
    /// Whether the layer's collection contains the stations whose readings make up its picture.
    ///
    /// Marker layers are made of other things.
    var hasItems: Bool { kind == .field }
}

extension BreatheContext {
    /// The collection in the path, as it was written.
    var collection: String {
        let text = parameters.get("collection") ?? ""
        return text.removingPercentEncoding ?? text
    }
}

extension Problem {
    static func unknownCollection(_ name: String) -> Problem {
        Problem(
            .unknownCollection,
            errors: [
                Detail(
                    parameter: "collection",
                    detail:
                        "No collection is called \"\(name.prefix(60))\"; GET /ogc/collections lists them.")
            ])
    }
}
