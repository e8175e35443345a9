import Allergens
import Foundation
import Geography
import HTTPTypes
import Hummingbird
import NIOCore
import Wording

/// Alerts, and the live stream.
struct AlertRoutes: Sendable {
    private let ports: Ports

    private let phrases = Phrasebook(.english)

    init(ports: Ports) { self.ports = ports }

    /// Alerts in one answer.
    private static let pageSize = 500

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/alerts", .everyone, handler: list),
            Endpoint(.get, "/v1/alerts/{alert}", .everyone, handler: one),
            Endpoint(.get, "/v1/me/alerts/stream", .subscriber, handler: stream),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let allergen = try request.allergen("allergen", in: ports.taxonomy)
        let alerts = try await ports.alerts.alerts(
            in: try request.box() ?? .world, at: try request.instant("at") ?? ports.now(),
            concerning: allergen.map { AllergenSet([$0]) } ?? AllergenSet(), limit: Self.pageSize)
        let features = alerts.map { alert in
            Feature(
                id: alert.id.rawValue, geometry: PointGeometry(alert.publicPosition),
                properties: phrases.message(alert, concern: nil))
        }
        return try request.answer(FeatureCollection(features: features), type: "application/geo+json")
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let id = Alert.ID(rawValue: context.parameters.get("alert") ?? "")
        guard let alert = try await ports.alerts.alert(id) else { throw Problem(.unknownAlert) }
        return try request.answer(phrases.message(alert, concern: nil))
    }

    @Sendable private func stream(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let run = try await ports.live.open(for: context.account, after: try request.lastEventID)
        else {
            throw Problem(.tooManyStreams, "Close one of the others, or wait until the service is up again.")
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
            // nginx would otherwise hold events back until its buffer is full.
            .xAccelBuffering: "no",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // Borrowed for the length of the stream; the closure below does not outlive it.
                var borrowed = writer
                try await run { bytes in try await borrowed.write(ByteBuffer(bytes: bytes)) }
                try await borrowed.finish(nil)
            })
    }
}

extension HTTPField.Name {
    fileprivate static var xAccelBuffering: HTTPField.Name {
        guard let name = HTTPField.Name("X-Accel-Buffering") else { preconditionFailure("a valid name") }
        return name
    }

    fileprivate static var lastEventID: HTTPField.Name {
        guard let name = HTTPField.Name("Last-Event-ID") else { preconditionFailure("a valid name") }
        return name
    }
}

extension Request {
    fileprivate var lastEventID: Int64? {
        get throws {
            guard let text = headers[.lastEventID], !text.isEmpty else { return nil }
            guard let id = Int64(text), id >= 0
            else { throw Problem(.malformedRequest, "Last-Event-ID is the id of an event of this stream.") }
            return id
        }
    }
}
