package import HTTPTypes
import Hummingbird
package import People

/// One route: a method, a path, who may call it, and what it does.
package struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, BreatheContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: String
    package let access: Audience
    /// What the account must have agreed to.
    package let purpose: Consent.Purpose?
    let handler: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Audience, for purpose: Consent.Purpose? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.purpose = purpose
        self.handler = handler
    }
}
