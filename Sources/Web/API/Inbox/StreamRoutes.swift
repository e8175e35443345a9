import HTTP
import HTTPTypes
import Hummingbird

/// The live stream of a subscriber's alerts.
struct StreamRoutes: Sendable {
    private let liveStreams: any LiveStreams

    init(liveStreams: any LiveStreams) { self.liveStreams = liveStreams }

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/me/alerts/stream", .subscriber, handler: stream)]
    }

    @Sendable private func stream(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let last = try request.lastEventID
        let opened = try await liveStreams.open(
            for: context.account, by: context.knownVisitor, after: last)
        guard let stream = opened else {
            throw Problem(
                .tooManyStreams, "Close one of the others, or come back when the service has room again.")
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
            // Otherwise nginx would hold events back until its buffer is full.
            .xAccelBuffering: "no",
            // A stream ends with its connection, which cannot be reused (RFC 9112, 9.6).
            .connection: "close",
        ]
        return Response(
            status: .ok, headers: headers, body: ResponseBody { _ in try await context.handOver(to: stream) })
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
