package import HTTP
import HTTPTypes
package import Hummingbird

/// The HTTP surface: every route, who may call it, and what answers.
package struct WebService: Sendable {
    /// Every route there is; what is not here is a 404.
    package let endpoints: [Endpoint]
    private let shortcuts: [APIFeature.Shortcut]
    private let accessControl: AccessControl
    private let headers: SecurityHeaders
    private let isSecure: Bool

    /// Joins features into one surface.
    ///
    /// Routes about what is each person's own are there for the persons in a subscriber's care as well.
    ///
    /// - Parameters:
    ///   - features: The features, in the order in which readers of the API's definition meet them.
    ///   - persons: The persons in subscribers' care.
    ///   - environment: What the features share.
    ///   - headers: What browsers are told to keep to.
    ///   - isSecure: Whether connections are TLS.
    package init(
        features: [APIFeature], persons: any PersonStore, environment: APIEnvironment,
        headers: SecurityHeaders = SecurityHeaders(), isSecure: Bool = false
    ) {
        let routes = features.flatMap(\.endpoints)
        let described = routes + routes.compactMap { $0.forPersons(of: persons) }
        let definition = DefinitionRoutes(
            environment: environment, describing: described, in: features.map(\.chapter))
        endpoints = described + definition.endpoints
        shortcuts = features.compactMap(\.shortcut)
        accessControl = environment.accessControl
        self.headers = headers
        self.isSecure = isSecure
    }

    /// What answers requests: some at once by a feature's shortcut, everything else by its route.
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
                return try await accessControl.enter(endpoint, request, context)
            }
        }
        for (path, endpoints) in Dictionary(grouping: endpoints, by: \.path) {
            let allowed = AllowedMethods(of: endpoints)
            for method in allowed.missing {
                router.on(RouterPath(path), method: method) { request, _ in try allowed.answer(request) }
            }
        }
        let limits = accessControl.limits
        return ProtectedResponder(
            clients: limits.clients, headers: headers, isSecure: isSecure,
            inner: LimitedResponder(
                limits: limits,
                inner: ShortcutResponder(shortcuts: shortcuts, routed: router.buildResponder())))
    }
}

/// Answers what a feature can answer at once before any routing.
struct ShortcutResponder<Routed: HTTPResponder<BreatheContext>>: HTTPResponder {
    let shortcuts: [APIFeature.Shortcut]
    let routed: Routed

    func respond(to request: Request, context: BreatheContext) async throws -> Response {
        for shortcut in shortcuts {
            guard var response = shortcut(request) else { continue }
            PublicReads.allow(&response)
            return response
        }
        return try await routed.respond(to: request, context: context)
    }
}
