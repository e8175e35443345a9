package import HTTP
import HTTPTypes
package import Hummingbird
package import Site

/// The HTTP service: every route, who may call it, and the responder that answers.
package struct WebService: Sendable {
    /// All routes; any other path is a 404.
    package let endpoints: [Endpoint]
    private let parameters: QueryParameters
    /// What is answered without routing; connections ask it first.
    package let shortcuts: Shortcuts
    /// What the features prepare while the service runs.
    package let preparations: [@Sendable () async throws -> Void]
    private let accessControl: AccessControl
    private let headers: SecurityHeaders
    private let isSecure: Bool
    private let pages: SitePages
    private let environment: APIEnvironment

    /// Combines features into one service.
    ///
    /// Routes for a subscriber's own data also exist for the persons in the subscriber's care.
    ///
    /// - Parameters:
    ///   - features: The features, in the order of the API definition.
    ///   - persons: The persons in subscribers' care.
    ///   - pages: The pages of the site, in whose design failures are told to readers.
    ///   - environment: The services that the features share.
    ///   - headers: The security headers.
    ///   - isSecure: Whether connections are TLS.
    package init(
        features: [APIFeature], persons: any PersonStore, pages: SitePages, environment: APIEnvironment,
        headers: SecurityHeaders = SecurityHeaders(), isSecure: Bool = false
    ) {
        let routes = features.flatMap(\.endpoints)
        let described = routes + routes.compactMap { $0.forPersons(of: persons) }
        let definition = DefinitionRoutes(
            environment: environment, describing: described, in: features.map(\.chapter))
        endpoints = described + definition.endpoints
        parameters = QueryParameters(of: endpoints, in: features.map(\.chapter))
        shortcuts = Shortcuts(
            features.compactMap(\.shortcut), limits: environment.accessControl.limits, headers: headers,
            isSecure: isSecure)
        preparations = features.compactMap(\.preparation)
        accessControl = environment.accessControl
        self.headers = headers
        self.isSecure = isSecure
        self.pages = pages
        self.environment = environment
    }

    /// The paths of routes that answer programs.
    private var programs: [PathTemplate] {
        let pages = pages.paths
        return Set(endpoints.map(\.path)).filter { !pages.contains($0) }.map(PathTemplate.init)
    }

    /// Answers requests: some at once by a feature's shortcut, all others by their route.
    package var responder: some HTTPResponder<BreatheContext> {
        let router = PathRouter(endpoints.map(parameters.guarding)) { endpoint, request, context in
            try request.expectSingleParameters()
            return try await accessControl.enter(endpoint, request, context)
        }
        let limits = accessControl.limits
        return ProtectedResponder(
            clients: limits.clients, headers: headers, isSecure: isSecure,
            inner: FailurePages(
                pages: pages, taxonomy: environment.taxonomy, programs: programs,
                inner: LimitedResponder(
                    limits: limits,
                    inner: ShortcutResponder(shortcuts, routed: router))))
    }
}
