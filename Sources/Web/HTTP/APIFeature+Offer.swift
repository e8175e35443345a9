import HTTPTypes
import Hummingbird

extension APIFeature {
    /// The feature where whoever operates the service may leave it out.
    ///
    /// Where it is left out, what people have kept can still be deleted, and exported with everything else; all
    /// other requests are answered with `not-offered`. The definition of the API lists that either way.
    ///
    /// - Parameters:
    ///   - isOffered: Whether it is offered.
    ///   - isMeant: Which of its routes, by path, can be left out.
    /// - Returns: The feature as it is offered.
    package func offered(
        _ isOffered: Bool, at isMeant: (String) -> Bool = { _ in true }
    ) -> APIFeature {
        let optional = endpoints.filter { $0.method != .delete && isMeant($0.path) }
        return APIFeature(
            chapter: chapter.adding(.notOffered, to: optional),
            endpoints: endpoints.map { endpoint in
                isOffered || endpoint.method == .delete || !isMeant(endpoint.path)
                    ? endpoint : endpoint.leftOut
            }, shortcut: shortcut, preparation: isOffered ? preparation : nil)
    }
}

extension Endpoint {
    /// The same route, which answers that it is not offered.
    fileprivate var leftOut: Endpoint {
        let endpoint = Endpoint(method, path, access) { request, _ in
            let problem = Problem(.notOffered)
            // No route has set a limit for this body, because none will read it.
            if request.hasBody { throw UnreadBody(cause: problem) }
            throw problem
        }
        return isForAllOrigins ? endpoint.forAllOrigins : endpoint
    }
}
