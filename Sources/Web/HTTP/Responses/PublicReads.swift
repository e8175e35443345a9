import HTTPTypes
package import Hummingbird

/// Lets pages of every origin read public data: reading only, and without credentials.
package struct PublicReads: RouterMiddleware {
    package typealias Context = BreatheContext

    /// Paths that need a credential.
    private let closed: Set<String>

    package init(_ endpoints: [Endpoint]) {
        closed = Set(
            endpoints.compactMap { endpoint in
                if case .everyone = endpoint.access { return nil }
                return endpoint.method == .get ? endpoint.path : nil
            })
    }

    package static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
    }

    package func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let isClosed = context.endpointPath.map(closed.contains) ?? false
        if request.method == .get || request.method == .head, !isClosed { Self.allow(&response) }
        return response
    }
}
