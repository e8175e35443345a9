import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// Pictures for the previews of links to places and stations, with a map.
struct PlacePreviewRoutes: Sendable {
    let reader: PlaceReader
    let names: PlaceNames
    let colours: LevelColours
    let environment: APIEnvironment
    private let maps: PlaceMapReader
    private let previews = KeptPreviews()

    init(reader: PlaceReader, names: PlaceNames, colours: LevelColours, environment: APIEnvironment) {
        (self.reader, self.names, self.colours) = (reader, names, colours)
        self.environment = environment
        maps = PlaceMapReader(tiles: reader.sources.tiles, basemap: reader.sources.basemap)
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/place/{place}/preview.png", .everyone, handler: place),
            Endpoint(.get, "/station/{station}/preview.png", .everyone, handler: station),
        ]
    }

    @Sendable private func place(_ request: Request, _ context: BreatheContext) async throws -> Response {
        // A mistake is said before the address leads anywhere.
        _ = try (request.language("language"), TileRoutes.day(of: request, today: environment.today))
        switch names.place(of: context) {
        case .found(let subject): return try await picture(of: subject, request)
        case .moved(let subject):
            return request.redirect(to: "\(subject.path)/preview.png", in: environment)
        case .unknown(let name): throw Problem(.unknownPlace, "No place has the name \"\(name)\".")
        }
    }

    @Sendable private func station(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await reader.sources.stations.knownStation(context.station())
        return try await picture(of: PlaceSubject(station), request)
    }

    /// A picture in the language of the query, or else of the request; it is drawn unless the client holds it.
    private func picture(of subject: PlaceSubject, _ request: Request) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let day = try TileRoutes.day(of: request, today: environment.today)
        let text = PlaceText(language, taxonomy: environment.taxonomy)
        let report = try await reader.report(of: subject, on: day)
        let preview = PlacePreview(
            report, map: try await maps.map(of: report, text), text: text, colours: colours,
            today: environment.today)
        let etag = try preview.etag
        let bytes = request.holds(etag: etag) ? [] : try previews.picture(etag, preview.painter.draw)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "image/png", etag: etag, freshness: Freshness.shared
        ).worded(in: language)
    }
}
