package import HTTPTypes
package import Hummingbird
package import People

/// One route: a method, a path, who may call it, and what it does.
package struct Endpoint: Sendable {
    package typealias Handler = @Sendable (Request, BreatheContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: String
    package let access: Audience
    /// What the account must have agreed to.
    package let purpose: Consent.Purpose?
    package private(set) var handler: Handler
    /// Whether pages of every origin may send it although it is no GET: no cookie gives it any right.
    package private(set) var isForAllOrigins = false

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Audience, for purpose: Consent.Purpose? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.purpose = purpose
        self.handler = handler
    }

    /// The same route, answered otherwise.
    package func answered(by handler: @escaping Handler) -> Endpoint {
        var endpoint = self
        endpoint.handler = handler
        return endpoint
    }

    /// The same route, for pages of every origin.
    package var forAllOrigins: Endpoint {
        var endpoint = self
        endpoint.isForAllOrigins = true
        return endpoint
    }
}

extension Endpoint {
    /// The guardian's route behind a person's route.
    ///
    /// For `/v1/me/persons/{person}/fences` it is `/v1/me/fences`.
    package var pathOfGuardian: String? {
        let prefix = "/v1/me/persons/{person}/"
        return path.hasPrefix(prefix) ? "/v1/me/" + path.dropFirst(prefix.count) : nil
    }
}
