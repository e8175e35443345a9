package import Addressing
package import HTTPTypes
package import Hummingbird
package import People

/// Keeps one address or one account from using up the service.
package struct RequestLimits: Sendable {
    package let clients: ClientAddress
    private let addresses: RateLimiter?
    private let principals: RateLimiter?
    /// Limits password guessing, mails sent from one address, and mails to one mailbox.
    package let doors: SignInLimits

    /// Enforces rates, with the client addresses that `clients` finds.
    package init(_ rates: RequestRates, clients: ClientAddress = ClientAddress()) {
        self.clients = clients
        addresses = rates.address.map { RateLimiter("address", $0) }
        principals = rates.principal.map { RateLimiter("principal", $0) }
        doors = SignInLimits(clients: clients, isOn: rates.address != nil)
    }

    package init(clients: ClientAddress, addresses: RateLimiter?, principals: RateLimiter?) {
        (self.clients, self.addresses, self.principals) = (clients, addresses, principals)
        doors = SignInLimits(clients: clients, isOn: false)
    }

    /// Counts a request against its client address; `nil` if addresses are not limited.
    package func countAddress(of request: HTTPRequest, from peer: NetworkAddress?) -> (
        RateLimiter, RateLimiter.Verdict
    )? {
        guard let addresses, let address = clients.address(of: request, from: peer) else { return nil }
        return (addresses, addresses.take(for: RequestOrigin(address)))
    }

    /// Counts a request against the owner of its credential.
    ///
    /// - Returns: The header fields with the quota; `nil` if there is no limit.
    /// - Throws: A `too-many-requests` problem.
    package func count(_ principal: Principal) throws -> HTTPFields? {
        guard let principals else { return nil }
        let verdict = principals.take(for: .principal(principal))
        let fields = principals.fields(verdict)
        guard verdict.isAllowed else { throw principals.problem(verdict) }
        return fields
    }
}

extension RateLimiter {
    /// The quota and what remains of it (draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4).
    package func fields(_ verdict: Verdict) -> HTTPFields {
        [
            .rateLimitPolicy: "\"\(name)\";q=\(rate.requests);w=\(rate.seconds)",
            .rateLimit: "\"\(name)\";r=\(verdict.remaining);t=\(verdict.reset)",
        ]
    }

    package func problem(_ verdict: Verdict) -> Problem {
        var problem = Problem(
            .tooManyRequests, "At most \(rate.requests) requests in \(rate.seconds) seconds are answered.")
        problem.headers = fields(verdict)
        problem.headers[.retryAfter] = "\(verdict.wait)"
        return problem
    }
}

/// Counts requests before any other work is done for them.
package struct LimitedResponder<Inner: HTTPResponder<BreatheContext>>: HTTPResponder {
    package let limits: RequestLimits
    package let inner: Inner

    package init(limits: RequestLimits, inner: Inner) { (self.limits, self.inner) = (limits, inner) }

    package func respond(to request: Request, context: BreatheContext) async throws -> Response {
        let response = try await answer(to: request, context)
        // A client would take bytes after the head of a HEAD answer for the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, _ context: BreatheContext) async throws -> Response {
        guard let (limiter, verdict) = limits.countAddress(of: request.head, from: context.channel.peer)
        else { return try await inner.respond(to: request, context: context) }
        guard verdict.isAllowed else { return try refuse(request, context, limiter.problem(verdict)) }
        var response = try await inner.respond(to: request, context: context)
        // A map asks for dozens of tiles; its first other answer carries the same quota.
        if !request.uri.path.hasPrefix("/tiles/") {
            response.headers.append(contentsOf: limiter.fields(verdict))
        }
        return response
    }

    private func refuse(
        _ request: Request, _ context: BreatheContext, _ problem: Problem
    ) throws -> Response {
        var problem = problem
        RequestRecorder.recordRefusal()
        // Otherwise the server would read the rest of the body to its end.
        if request.hasBody {
            problem.headers[.connection] = "close"
            context.hangUp()
        }
        return try problem.response
    }
}

extension Request {
    /// Whether a body follows the request's head.
    package var hasBody: Bool { head.hasBody }
}

extension HTTPRequest {
    /// Whether a body follows.
    var hasBody: Bool {
        headerFields[.transferEncoding] != nil || headerFields[.contentLength].map { $0 != "0" } ?? false
    }
}

extension HTTPField.Name {
    package static let xForwardedFor = named("X-Forwarded-For")
    package static let rateLimit = named("RateLimit")
    package static let rateLimitPolicy = named("RateLimit-Policy")
}
