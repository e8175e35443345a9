import Addressing
import HTTPTypes
package import Hummingbird

/// Answers what features have ready, before any routing.
///
/// It never waits, so that a connection's event loop can ask it. What it leaves to the routes is as if it had
/// not been asked.
package struct Shortcuts: Sendable {
    private let features: [APIFeature.Shortcut]
    private let limits: RequestLimits
    private let headers: SecurityHeaders
    private let isSecure: Bool

    /// - Parameters:
    ///   - features: The shortcuts of the features.
    ///   - limits: The limits on requests.
    ///   - headers: The security headers.
    ///   - isSecure: Whether connections are TLS.
    package init(
        _ features: [APIFeature.Shortcut] = [], limits: RequestLimits = RequestLimits(.none),
        headers: SecurityHeaders = SecurityHeaders(), isSecure: Bool = false
    ) {
        (self.features, self.limits, self.headers, self.isSecure) = (features, limits, headers, isSecure)
    }

    /// Answers a request, and counts it against its client address.
    ///
    /// - Parameters:
    ///   - request: A request without a body.
    ///   - peer: The address at the other end of the connection; `nil` for a local socket.
    /// - Returns: The complete answer; `nil` if the routes have to answer.
    func answer(to request: HTTPRequest, from peer: NetworkAddress?) -> ReadyAnswer? {
        guard request.hasSoundHost, var answer = publicAnswer(to: request), isCounted(request, peer)
        else { return nil }
        answer.head.headerFields.append(contentsOf: SecurityHeaders.ofPublicAnswers)
        if isSecure || limits.clients.isSecure(request, from: peer) {
            answer.head.headerFields[.strictTransportSecurity] = SecurityHeaders.strictTransport
        }
        return answer
    }

    /// A feature's answer, which pages of every origin may read.
    func publicAnswer(to request: HTTPRequest) -> ReadyAnswer? {
        for feature in features {
            guard var answer = feature(request) else { continue }
            answer.head.headerFields.append(Self.everyOrigin)
            return answer
        }
        return nil
    }

    private static let everyOrigin = HTTPField(name: .accessControlAllowOrigin, value: "*")

    private func isCounted(_ request: HTTPRequest, _ peer: NetworkAddress?) -> Bool {
        limits.countAddress(of: request, from: peer)?.1.isAllowed ?? true
    }
}

/// Answers requests with a feature's shortcut, and all others by their route.
package struct ShortcutResponder<Routed: HTTPResponder<BreatheContext>>: HTTPResponder {
    private let shortcuts: Shortcuts
    private let routed: Routed

    package init(_ shortcuts: Shortcuts, routed: Routed) {
        (self.shortcuts, self.routed) = (shortcuts, routed)
    }

    package func respond(to request: Request, context: BreatheContext) async throws -> Response {
        if let answer = shortcuts.publicAnswer(to: request.head) { return answer.response }
        return try await routed.respond(to: request, context: context)
    }
}
