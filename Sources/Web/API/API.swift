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
    private let gate: AccessControl
    private let headers: SecurityHeaders
    private let isSecure: Bool

    /// Joins the routes with what they need.
    ///
    /// - Parameters:
    ///   - ports: What the routes need of the rest.
    ///   - leaflet: The folder that holds `leaflet.min.js`.
    ///   - site: A folder whose pages are served in place of those that are built in.
    ///   - icons: Pictures of the program.
    ///   - limits: Keep one address or account from asking for too much.
    ///   - cookies: Hold the sessions of browsers.
    ///   - isSecure: Whether connections are TLS.
    package init(
        ports: Ports, leaflet: URL, site: URL? = nil, icons: [AppIcon] = [],
        limits: RequestLimits = RequestLimits(.none),
        cookies: SessionCookies = SessionCookies(), isSecure: Bool = false
    ) {
        headers = SecurityHeaders(
            pictures: ports.basemap.background.flatMap { SiteRoutes.origin(of: $0.light) })
        self.isSecure = isSecure
        self.ports = ports
        self.limits = limits
        let values = StationValues(ports: ports)
        gate = AccessControl(keeper: ports.gatekeeper, limits: limits, cookies: cookies)
        let idempotency = Idempotency(store: ports.answers, now: ports.now)
        let stations: [Endpoint] =
            StationRoutes(ports: ports, values: values).endpoints + NormalRoutes(ports: ports).endpoints
            + OwnStationRoutes(ports: ports).endpoints
        let routes: [Endpoint] =
            BasemapRoutes(basemap: ports.basemap).endpoints + PlaceRoutes(basemap: ports.basemap).endpoints
            + TileRoutes(ports: ports, warm: warm).endpoints
            + stations
            + UploadRoutes(ports: ports).endpoints + OperatorRoutes(ports: ports).endpoints
            + AirRoutes(ports: ports).endpoints + RegionRoutes(ports: ports).endpoints
            + FeedRoutes(ports: ports).endpoints
            + WMTSRoutes(ports: ports).endpoints + OGCRoutes(ports: ports).endpoints
            + OGCTileRoutes(ports: ports).endpoints
            + OGCFeatureRoutes(ports: ports, values: values).endpoints
            + SignInRoutes(ports: ports, cookies: cookies, limits: limits.doors).endpoints
            + AccountRoutes(ports: ports, cookies: cookies, limits: limits.doors).endpoints
            + ProviderRoutes(ports: ports, cookies: cookies, limits: limits.doors).endpoints
            + AdministrationRoutes(ports: ports).endpoints + PictureRoutes(ports: ports).endpoints
            + ProfileRoutes(ports: ports, cookies: cookies).endpoints + InboxRoutes(ports: ports).endpoints
            + PrivacyRoutes(ports: ports).endpoints
            + MessageRoutes(ports: ports, gate: gate, limits: limits.doors).endpoints
            + FenceRoutes(ports: ports, idempotency: idempotency).endpoints
            + ReportRoutes(ports: ports, idempotency: idempotency).endpoints
            + ModerationRoutes(ports: ports).endpoints
            + PublicAlertRoutes(ports: ports).endpoints
            + StreamRoutes(ports: ports).endpoints
            + ChannelRoutes(ports: ports, idempotency: idempotency).endpoints
            + ChannelLinkRoutes(channels: ports.channels).endpoints
            + PersonRoutes(ports: ports, idempotency: idempotency).endpoints
            + WelcomeRoutes(ports: ports).endpoints
            + ResearchRoutes(ports: ports).endpoints
            + OperationRoutes(ports: ports).endpoints
            + SiteRoutes(leaflet: leaflet, folder: site, icons: icons, policy: headers.formlessPolicy)
            .endpoints
        let described = routes + routes.compactMap { $0.forPersons(of: ports.persons) }
        endpoints = described + DefinitionRoutes(ports: ports, describing: described).endpoints
    }

    /// What answers requests: warm tiles at once, everything else by its route.
    package var responder: some HTTPResponder<BreatheContext> {
        let router = Router(context: BreatheContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            RequestRecorder()
            PublicReads(endpoints)
            ProblemMiddleware()
        }
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try request.expectSingleParameters()
                return try await gate.enter(endpoint, request, context)
            }
        }
        for (path, endpoints) in Dictionary(grouping: endpoints, by: \.path) {
            let allowed = AllowedMethods(of: endpoints)
            for method in allowed.missing {
                router.on(RouterPath(path), method: method) { request, _ in try allowed.answer(request) }
            }
        }
        return ProtectedResponder(
            clients: limits.clients, headers: headers, isSecure: isSecure,
            inner: LimitedResponder(
                limits: limits,
                inner: WarmResponder(ports: ports, warm: warm, routed: router.buildResponder())))
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

    /// Paths that are read with a credential.
    private let closed: Set<String>

    init(_ endpoints: [Endpoint]) {
        closed = Set(
            endpoints.compactMap { endpoint in
                if case .everyone = endpoint.access { return nil }
                return endpoint.method == .get ? endpoint.path : nil
            })
    }

    static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
    }

    func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let isClosed = context.endpointPath.map(closed.contains) ?? false
        if request.method == .get || request.method == .head, !isClosed { Self.allow(&response) }
        return response
    }
}
