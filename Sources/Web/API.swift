package import Foundation
import HTTPTypes
package import Hummingbird

/// The HTTP surface: every route, who may call it, and what answers.
package struct API: Sendable {
    /// Every route there is; what is not here is a 404.
    package let endpoints: [Endpoint]
    private let ports: Ports
    private let warm = WarmTiles()
    private let limits: RequestLimits

    /// Joins the routes with what they need.
    ///
    /// - Parameters:
    ///   - ports: What the routes need of the rest.
    ///   - leaflet: The folder that holds `leaflet.js`.
    ///   - limits: Keep one address or account from asking for too much.
    package init(ports: Ports, leaflet: URL, limits: RequestLimits = RequestLimits(.none)) {
        self.ports = ports
        self.limits = limits
        let values = StationValues(ports: ports)
        let idempotency = Idempotency(store: ports.answers, now: ports.now)
        let stations: [Endpoint] =
            StationRoutes(ports: ports, values: values).endpoints + NormalRoutes(ports: ports).endpoints
            + OwnStationRoutes(ports: ports).endpoints
        endpoints =
            BasemapRoutes(basemap: ports.basemap).endpoints + TileRoutes(ports: ports, warm: warm).endpoints
            + stations
            + UploadRoutes(ports: ports).endpoints + OperatorRoutes(ports: ports).endpoints
            + AirRoutes(ports: ports).endpoints + RegionRoutes(ports: ports).endpoints
            + FeedRoutes(ports: ports).endpoints
            + WMTSRoutes(ports: ports).endpoints + OGCRoutes(ports: ports).endpoints
            + OGCTileRoutes(ports: ports).endpoints
            + OGCFeatureRoutes(ports: ports, values: values).endpoints
            + ProfileRoutes(ports: ports).endpoints + InboxRoutes(ports: ports).endpoints
            + FenceRoutes(ports: ports, idempotency: idempotency).endpoints
            + ReportRoutes(ports: ports, idempotency: idempotency).endpoints
            + ModerationRoutes(ports: ports).endpoints
            + PublicAlertRoutes(ports: ports).endpoints
            + StreamRoutes(ports: ports).endpoints
            + ChannelRoutes(ports: ports, idempotency: idempotency).endpoints
            + ChannelLinkRoutes(channels: ports.channels).endpoints
            + OperationRoutes(ports: ports).endpoints
            + SiteRoutes(leaflet: leaflet, basemap: ports.basemap).endpoints
    }

    /// What answers requests: warm tiles at once, everything else by its route.
    package var responder: some HTTPResponder<BreatheContext> {
        let router = Router(context: BreatheContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            RequestRecorder()
            PublicReads()
            ProblemMiddleware()
        }
        let gate = Gate(keeper: ports.gatekeeper, limits: limits)
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try await gate.enter(endpoint, request, context)
            }
        }
        return LimitedResponder(
            limits: limits,
            inner: WarmResponder(ports: ports, warm: warm, routed: router.buildResponder()))
    }
}

/// Answers tiles that are warm before any routing.
struct WarmResponder<Routed: HTTPResponder<BreatheContext>>: HTTPResponder {
    let ports: Ports
    let warm: WarmTiles
    let routed: Routed

    func respond(to request: Request, context: BreatheContext) async throws -> Response {
        if var response = warm.answer(to: request, stamp: ports.tiles.stamp, today: ports.today) {
            RequestRecorder.recordWarmTile()
            PublicReads.allow(&response)
            return response
        }
        return try await routed.respond(to: request, context: context)
    }
}

/// Lets pages of every origin read (and only read, without credentials) what is public.
struct PublicReads: RouterMiddleware {
    typealias Context = BreatheContext

    static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.xContentTypeOptions] = "nosniff"
    }

    func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.method == .get || request.method == .head { Self.allow(&response) }
        return response
    }
}
