package import Allergens
import Foundation
package import HTTPTypes
import Hummingbird

/// Who may call a route.
package enum Access: Sendable {
    /// Anybody, with or without a token.
    case everyone
    /// Whoever sends the token of an account.
    case subscriber
    /// Whoever sends the token of an account that looks after what others report.
    case moderator
    /// Whoever sends a key of the very station that the path names as `{station}`.
    case stationOperator
    /// Whoever sends a key of a station, whichever it is.
    case anyStation
}

/// One route: a method, a path, who may call it, and what it does.
package struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, BreatheContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.access = access
        self.handler = handler
    }
}

/// Tells whom a bearer secret belongs to.
package protocol Gatekeeper: Sendable {
    func principal(bearing secret: String) async throws -> Principal?
    /// The public part of a bearer secret, by which its acts are remembered.
    func publicPart(of secret: String) -> String?
    /// Whether an account may hide what others report.
    func isModerator(_ account: Account.ID) async throws -> Bool
}

/// Lets requests in, or not, by the access of the route.
struct Gate: Sendable {
    let keeper: any Gatekeeper
    var limits = RequestLimits(.none)

    /// Lets a request in to a route, and has it answered.
    ///
    /// An account may be deleted while its request is answered. What then fails, because what it refers to is gone,
    /// is answered as every other request with that token from now on.
    func enter(
        _ endpoint: Endpoint, _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        var context = context
        let quota: HTTPFields?
        do {
            try await admit(request, &context, by: endpoint.access)
            quota = try context.principal.flatMap(limits.count)
        } catch  where request.hasBody {
            // Nobody has asked how long the body is that nobody wants.
            throw UnreadBody(cause: error)
        }
        do {
            var response = try await endpoint.handler(request, context)
            if let quota { response.headers.append(contentsOf: quota) }
            return response
        } catch  where !(error is Problem) && !(error is any HTTPResponseError) {
            try await admit(request, &context, by: endpoint.access)
            throw error
        }
    }

    func admit(_ request: Request, _ context: inout BreatheContext, by access: Access) async throws {
        if access == .everyone { return }
        guard let secret = request.bearer, let principal = try await keeper.principal(bearing: secret)
        else {
            throw Problem(.unauthorized, "Send \"Authorization: Bearer …\" with a token that is in force.")
        }
        switch (access, principal) {
        case (.everyone, _): break
        case (.subscriber, .account): break
        case (.moderator, .account(let account)):
            guard try await keeper.isModerator(account)
            else { throw Problem(.forbidden, "This is for moderators; the account is none.") }
        case (.subscriber, .station), (.moderator, .station):
            throw Problem(.forbidden, "This needs an account's token, not a station's key.")
        case (.anyStation, .station): break
        case (.stationOperator, .account), (.anyStation, .account):
            throw Problem(.forbidden, "This needs a station's key, not an account's token.")
        case (.stationOperator, .station(let station)):
            guard context.parameters.get("station") == station.rawValue
            else { throw Problem(.forbidden, "The key is for station \(station.rawValue) only.") }
        }
        context.principal = principal
        context.shownCredential = keeper.publicPart(of: secret)
    }
}

extension Request {
    /// The secret of an `Authorization: Bearer` header.
    fileprivate var bearer: String? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst("bearer ".count)).trimmingCharacters(in: .whitespaces)
    }
}
