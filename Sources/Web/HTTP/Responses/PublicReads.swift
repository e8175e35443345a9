import HTTPTypes
package import Hummingbird

/// Lets pages of every origin read public data without credentials, and send what is for all origins.
package struct PublicReads: RouterMiddleware {
    package typealias Context = BreatheContext

    /// Paths that need a credential.
    private let closed: Set<String>
    /// Paths with a method besides GET that is for all origins.
    private let shared: Set<String>

    package init(_ endpoints: [Endpoint]) {
        closed = Set(
            endpoints.compactMap { endpoint in
                if case .everyone = endpoint.access { return nil }
                return endpoint.method == .get ? endpoint.path : nil
            })
        shared = Set(endpoints.filter(\.isForAllOrigins).map(\.path))
    }

    package func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let isClosed = context.endpointPath.map(closed.contains) ?? false
        let isShared = request.method == .post && context.endpointPath.map(shared.contains) == true
        let isRead = request.method == .get || request.method == .head
        if isRead && !isClosed || isShared { response.headers[.accessControlAllowOrigin] = "*" }
        return response
    }
}
