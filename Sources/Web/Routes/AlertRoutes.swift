import Allergens
import Foundation
import Geography
import HTTPTypes
import Hummingbird
import NIOCore
import Wording

/// Reports of people, alerts, and the live stream.
struct AlertRoutes: Sendable {
    private let ports: Ports
    private let idempotency: Idempotency

    private let phrases = Phrasebook(.english)

    init(ports: Ports, idempotency: Idempotency) {
        self.ports = ports
        self.idempotency = idempotency
    }

    /// Alerts in one answer.
    private static let pageSize = 500

    private struct Inbox: Encodable {
        struct Entry: Encodable {
            let id: Int64
            let alert: AlertMessage
        }

        let alerts: [Entry]
        /// What to send as `after` for the next page.
        let next: Int64?
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/alerts", .everyone, handler: list),
            Endpoint(.get, "/v1/alerts/{alert}", .everyone, handler: one),
            Endpoint(.post, "/v1/alerts", .subscriber, handler: report),
            Endpoint(.get, "/v1/me/alerts", .subscriber, handler: inbox),
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

    @Sendable private func report(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.report) { body in
            let alert = try await ports.reports.take(try report(from: body, account: context.account))
            return CreatedAnswer(
                location: "/v1/alerts/\(alert.id.rawValue)",
                body: try JSON.encoder.encode(phrases.message(alert, concern: nil)))
        }
    }

    private func report(from body: Data, account: Account.ID) throws -> Report {
        let request = try JSON.decode(ReportRequest.self, from: body)
        return Report(
            account: account, position: try request.checkedPosition(),
            allergens: try request.checkedAllergens(ports.taxonomy),
            symptoms: request.symptoms ?? [], comment: try request.checkedComment())
    }

    @Sendable private func inbox(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let after = try request.number("after") ?? 0
        guard after >= 0, after < 9e15 else {
            throw Problem.parameter("after", "after is the id of an entry.")
        }
        let entries = try await ports.alerts.entries(
            of: context.account, after: Int64(after), limit: Self.pageSize)
        let inbox = Inbox(
            alerts: entries.map {
                Inbox.Entry(id: $0.id, alert: phrases.message($0.alert, concern: $0.concern))
            },
            next: entries.count == Self.pageSize ? entries.last?.id : nil)
        return try JSON.response(inbox, headers: [.cacheControl: Freshness.personal])
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
