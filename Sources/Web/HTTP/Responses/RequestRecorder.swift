import HTTPTypes
package import Hummingbird
import Logging
import Metrics

/// Counts and times requests, and logs each with its route.
///
/// Labels are the route's template and the status, never the URL: a URL can hold a position, and strangers
/// could make up any number of them.
package struct RequestRecorder: RouterMiddleware {
    package typealias Context = BreatheContext

    package init() {}

    private static let warmTiles = Counter(label: "http_warm_tiles_total")

    private static let refusals = Counter(label: "http_requests_refused_total")

    /// Counts a request that exceeded its quota.
    package static func recordRefusal() { refusals.increment() }

    package static func recordWarmTile() { warmTiles.increment() }

    package func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let elapsed = ContinuousClock.now - start
        let route = context.endpointPath ?? "none"
        let labels = [
            ("method", Self.known(request.method)), ("route", route), ("status", "\(response.status.code)"),
        ]
        Counter(label: "http_requests_total", dimensions: labels).increment()
        Timer(label: "http_request_duration_seconds", dimensions: [("route", route)]).record(
            duration: elapsed)
        context.logger.debug(
            "request answered",
            metadata: [
                "method": "\(Self.known(request.method))", "route": "\(route)",
                "status": "\(response.status.code)", "milliseconds": "\(elapsed.milliseconds)",
            ])
        return response
    }

    /// Clients choose the method's text; a fixed list keeps the set of labels finite.
    private static func known(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .delete, .options, .patch: method.rawValue
        default: "other"
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
