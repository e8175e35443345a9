import Allergens
import Foundation
import Geography
package import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// Tiles, TileJSON, legends and the list of layers.
struct TileRoutes: Sendable {
    let tileSource: any TileSource
    let basemap: any BasemapTileSource
    let environment: APIEnvironment
    let warm: WarmTiles

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/tiles", .everyone, handler: list),
            Endpoint(.get, "/tiles/{layer}", .everyone, handler: tileJSON),
            Endpoint(.get, "/tiles/{layer}/legend.json", .everyone, handler: legendJSON),
            Endpoint(.get, "/tiles/{layer}/legend.png", .everyone) { try legendPNG($0, $1, scale: 1) },
            Endpoint(.get, "/tiles/{layer}/legend@2x.png", .everyone) { try legendPNG($0, $1, scale: 2) },
            Endpoint(.get, "/tiles/{layer}/{z}/{x}/{file}", .everyone, handler: tile),
        ]
    }

    static func day(of request: Request, today: CivilDate) throws -> CivilDate {
        try chosenDay(of: request, today: today) ?? today
    }

    /// The day that a request names, or `nil` for the current one.
    ///
    /// Forecasts here end with tomorrow, so that is the last day.
    private static func chosenDay(of request: Request, today: CivilDate) throws -> CivilDate? {
        // WMTS clients fill the template's dimension with "current".
        guard request.text("date") != WMTSCapabilities.currentDay, let day = try request.day("date")
        else { return nil }
        guard day <= today.adding(days: 1)
        else {
            throw Problem.parameter(
                "date", "There is no map for a day after tomorrow, \(today.adding(days: 1)).")
        }
        return day
    }

    @Sendable private func tile(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let layer = try context.layer()
        let (tile, scale) = try Self.address(
            zoom: context.parameters.get("z") ?? "", column: context.parameters.get("x") ?? "",
            file: context.parameters.get("file") ?? "")
        let today = environment.today
        let stamp = tileSource.stamp
        let day = try Self.day(of: request, today: today)
        let allergen = try allergen(of: request) { try tileSource.layer(named: layer, in: request.look) }
        let answer = try await tileSource.tile(
            TileQuery(
                tile: tile, scale: try request.scale(ofName: scale), layer: layer, day: day,
                allergen: allergen, look: request.look))
        let bytes = ByteBuffer(bytes: answer.png)
        if answer.keepsWithStamp {
            warm.keep(
                WarmTiles.Entry(bytes: bytes, etag: answer.etag, stamp: stamp, today: today), for: request)
        }
        return request.answer(bytes, type: "image/png", etag: answer.etag)
    }

    @Sendable private func tileJSON(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let name = try context.layer().suffixRemoved(".json")
        else { throw Problem.layer("A layer is described at /tiles/{layer}.json.") }
        let layer = try tileSource.layer(named: name, in: request.look)
        let day = try Self.chosenDay(of: request, today: environment.today)
        let allergen = try allergen(of: request) { layer }
        if let allergen { try tileSource.check(allergen: allergen) }
        return try request.answer(
            TileJSON(
                layer, models: layer.credits(of: try await tileSource.modelSources()),
                base: environment.base(of: request), day: day, allergen: allergen, look: request.look,
                scale: try request.scale(ofName: 1))
        ).linking(in: environment)
    }

    /// The allergen of a layer's markers; the name of a field already says its allergens.
    private func allergen(of request: Request, for layer: () throws -> LayerSummary) throws -> String? {
        guard let allergen = request.text("allergen") else { return nil }
        guard try layer().kind == .markers
        else { throw Problem.parameter("allergen", "allergen chooses what stations and alerts show.") }
        return allergen
    }

    @Sendable private func legendJSON(_ request: Request, _ context: BreatheContext) async throws -> Response
    {
        let bytes = try tileSource.legendJSON(of: try context.layer(), in: request.look)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "application/json", etag: ContentHash.etag(of: bytes))
    }

    private func legendPNG(_ request: Request, _ context: BreatheContext, scale: Int) throws -> Response {
        let bytes = try tileSource.legendPNG(of: try context.layer(), in: request.look, scale: scale)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "image/png", etag: ContentHash.etag(of: bytes))
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let today = environment.today
        let peaks = try await tileSource.peaks(in: today.adding(days: -365)...today)
        let models = try await tileSource.modelSources()
        let layers = tileSource.layers.map { layer in
            let credits = layer.credits(of: models)
            return LayerList.Entry(
                id: layer.id, title: layer.title, kind: layer.kind, group: layer.group,
                tilejson: "/tiles/\(layer.id).json",
                legend: "/tiles/\(layer.id)/legend.png",
                peak: peaks[layer.id].map { LayerList.Peak(date: $0.day.description, index: $0.index) },
                models: credits.isEmpty ? nil : credits)
        }
        return try request.answer(
            LayerList(
                today: today.description, demonstration: try await tileSource.isDemonstration(),
                basemap: basemap.isInstalled, background: basemap.background,
                layers: layers))
    }
}

extension LayerSummary {
    /// Where the layer comes from: its own attribution, and the credits of numerical models beneath the stations.
    func attribution(with models: [String]) -> String {
        ([attribution] + models).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The credits of the numerical models that take part in the layer, each once.
    func credits(of models: [Allergen.ID: [GridSource]]) -> [String] {
        guard kind == .field else { return [] }
        var credits: [String] = []
        for source in allergens.flatMap({ models[$0] ?? [] }) where !credits.contains(source.credit) {
            credits.append(source.credit)
        }
        return credits
    }
}

extension BreatheContext {
    /// The name of the layer in the path.
    func layer() throws -> String {
        guard let layer = parameters.get("layer")?.removingPercentEncoding, !layer.isEmpty
        else { throw Problem.layer("A layer has one of the names that GET /tiles lists, in UTF-8.") }
        return layer
    }
}

extension Problem {
    /// The problem with the layer in the path.
    package static func layer(_ detail: String) -> Problem {
        Problem(.unknownLayer, errors: [Detail(parameter: "layer", detail: detail)])
    }
}

extension String {
    func suffixRemoved(_ suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}

extension Request {
    /// The drawing style of a layer.
    fileprivate var look: LayerLook { LayerLook(style: text("style"), ramp: text("ramp")) }

    /// The scale for `size`, in pixels, or else the scale in the tile's name.
    func scale(ofName scale: Int) throws -> Int {
        guard let size = text("size") else { return scale }
        switch (size, scale) {
        case ("256", 1): return 1
        case ("512", _): return 2
        case ("256", _):
            throw Problem.parameter("size", "A tile named @2x has 512 pixels, not 256.")
        default: throw Problem.parameter("size", "size is 256 or 512, the pixels along each edge.")
        }
    }
}
