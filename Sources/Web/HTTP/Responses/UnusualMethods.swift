import HTTPTypes
package import Hummingbird

/// Refuses methods that no route has, such as `PROPFIND`, in the same way as `TRACE`.
///
/// The router can only refuse methods that it was given, and anybody can make up others.
package struct UnusualMethods<Routed: HTTPResponder<BreatheContext>>: HTTPResponder {
    private let routed: Routed

    package init(routed: Routed) { self.routed = routed }

    package func respond(to request: Request, context: BreatheContext) async throws -> Response {
        guard !AllowedMethods.known.contains(request.method) else {
            return try await routed.respond(to: request, context: context)
        }
        var head = request.head
        head.method = .trace
        return try await routed.respond(to: Request(head: head, body: request.body), context: context)
    }
}
