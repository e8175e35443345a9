import HTTPTypes
package import Hummingbird

/// Finds the endpoints of a request by its path alone; ``AllowedMethods`` tells which one answers its method.
///
/// The library's router looks for a path with a method. To refuse methods it would need each path once for every
/// method that there is, and it could still not refuse those that anybody makes up, such as `PROPFIND`.
package struct PathRouter: HTTPResponder {
    package typealias Entry = @Sendable (Endpoint, Request, BreatheContext) async throws -> Response

    private let paths: RouterResponder<BreatheContext>

    /// - Parameters:
    ///   - endpoints: All routes; no two with the same path and method.
    ///   - enter: Answers a request by its endpoint.
    package init(_ endpoints: [Endpoint], enter: @escaping Entry) {
        let router = Router(context: BreatheContext.self)
        router.addMiddleware {
            SentMethods()
            RequestRecorder()
            PublicReads(endpoints)
            ProblemMiddleware()
        }
        // In their order: of two patterns that fit alike, the library's router takes the first.
        var left = Dictionary(grouping: endpoints, by: \.path)
        for path in endpoints.map(\.path) {
            guard let found = left.removeValue(forKey: path) else { continue }
            let methods = AllowedMethods(of: found)
            router.on(RouterPath(path), method: Self.method) { request, context in
                guard let endpoint = methods.endpoint(for: request.method)
                else { return try methods.answer(request) }
                return try await enter(endpoint, request, context)
            }
        }
        paths = router.buildResponder()
    }

    /// The method under which the library's router has every path.
    private static let method = HTTPRequest.Method.get

    package func respond(to request: Request, context: BreatheContext) async throws -> Response {
        guard request.method != Self.method
        else { return try await paths.respond(to: request, context: context) }
        var context = context
        context.sentMethod = request.method
        return try await paths.respond(to: request.with(Self.method), context: context)
    }
}

/// Gives requests back the method with which they were sent.
private struct SentMethods: RouterMiddleware {
    func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        guard let method = context.sentMethod else { return try await next(request, context) }
        return try await next(request.with(method), context)
    }
}

extension Request {
    fileprivate func with(_ method: HTTPRequest.Method) -> Request {
        var head = head
        head.method = method
        return Request(head: head, body: body)
    }
}
