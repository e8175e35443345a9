import Foundation
import HTTP
import Hummingbird

/// The search for towns by name, and the town around a position; neither is recorded anywhere.
struct PlaceRoutes: Sendable {
    let basemap: any BasemapTileSource

    /// The length of a name in characters.
    static let nameLength = 1...100
    /// The number of towns in an answer.
    static let counts = 1...20
    private static let usualCount = 8

    private struct PlaceList: Encodable { let places: [PlaceWire] }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/places", .everyone, handler: search),
            Endpoint(.get, "/v1/places/nearest", .everyone, handler: nearest),
        ]
    }

    @Sendable private func search(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let text = request.words("q"), Self.nameLength.contains(text.unicodeScalars.count)
        else { throw Problem.parameter("q", "q is a name, or the beginning of one: 1 to 100 characters.") }
        let limit = try limit(of: request)
        guard let places = try? basemap.places(named: text, limit: limit) else { throw Self.unreadable }
        return try answer(places, to: request)
    }

    @Sendable private func nearest(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let position = try request.position()
        // Pages name towns where they can, and do without them where there is no gazetteer; the search says so.
        let places = (try? basemap.places(nearestTo: position)) ?? []
        return try answer(places, to: request)
    }

    /// Answers with towns under their names in the reader's language.
    private func answer(_ places: [PlaceWire], to request: Request) throws -> Response {
        let language = request.preferredLanguage
        let named = PlaceList(places: places.map { $0.named(in: language) })
        return try request.answer(named).worded(in: language)
    }

    private static var unreadable: Problem {
        Problem(.notReady, "There is no gazetteer that can be read; `breathe basemap build` makes one.")
    }

    private func limit(of request: Request) throws -> Int {
        guard let text = request.text("limit") else { return Self.usualCount }
        guard let limit = Int(text), Self.counts.contains(limit)
        else { throw Problem.parameter("limit", "limit is a whole number from 1 to 20.") }
        return limit
    }
}
