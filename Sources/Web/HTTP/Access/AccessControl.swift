import Foundation
import HTTPTypes
package import Hummingbird
package import People

/// Finds the owner of a secret.
package protocol Authenticating: Sendable {
    /// The visitor with a secret in `Authorization: Bearer`; `nil` if the secret is unknown.
    func visitor(bearing secret: String) async throws -> Visitor?
    /// The visitor with a secret in the session cookie; `nil` if the secret is unknown.
    func visitor(showingCookie secret: String) async throws -> Visitor?
    /// Whether an account has consented to a purpose.
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool
}

/// Admits requests according to the audience of the route.
package struct AccessControl: Sendable {
    package let authenticator: any Authenticating
    package var limits: RequestLimits
    package var cookies: SessionCookies

    package init(
        authenticator: any Authenticating, limits: RequestLimits = RequestLimits(.none),
        cookies: SessionCookies = SessionCookies()
    ) {
        (self.authenticator, self.limits, self.cookies) = (authenticator, limits, cookies)
    }

    /// Admits a request to a route and answers it.
    ///
    /// An account may be deleted while its request is being answered. If the request then fails because
    /// something it refers to is gone, the answer is the same as for any later request with that token.
    package func enter(
        _ endpoint: Endpoint, _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        var context = context
        let quota: HTTPFields?
        do {
            try request.checkAddressHoldsNoSecret()
            try await admit(request, &context, by: endpoint.access)
            try await checkConsent(to: endpoint.purpose, in: context)
            quota = try context.principal.flatMap(limits.count)
        } catch  where request.hasBody {
            // No route has set a limit for this body, because none will read it.
            throw UnreadBody(cause: error)
        }
        do {
            var response = try await endpoint.handler(request, context)
            if let quota { response.headers.append(contentsOf: quota) }
            cookies.renew(context.visitor, in: &response)
            return response
        } catch  where !(error is Problem) && !(error is any HTTPResponseError) {
            try await admit(request, &context, by: endpoint.access)
            throw error
        }
    }

    private func checkConsent(to purpose: Consent.Purpose?, in context: BreatheContext) async throws {
        guard let purpose, try await !authenticator.hasConsent(to: purpose, of: context.account) else {
            return
        }
        throw Problem(
            .consentRequired,
            "This needs consent to the purpose \"\(purpose.rawValue)\": PUT /v1/me/consents/\(purpose.rawValue)."
        )
    }

    package func admit(_ request: Request, _ context: inout BreatheContext, by access: Audience) async throws
    {
        let isReading = request.method == .get || request.method == .head
        guard let permission = Permission.needed(for: access, reading: isReading) else { return }
        let visitor = try await visitor(sending: request, reading: isReading)
        try permission.check(visitor, station: context.parameters.get("station"))
        context.visitor = visitor
    }

    /// The account that sends a request to a public route; `nil` if it shows no credential.
    ///
    /// - Throws: A problem if the credential is invalid or lacks the right, or if the request may be forged.
    package func author(of request: Request) async throws -> Account.ID? {
        guard try await showsCredential(request) else {
            try cookies.checkOrigin(of: request, needed: false)
            return nil
        }
        let visitor = try await visitor(sending: request, reading: false)
        try Permission.needed(for: .subscriber, reading: false)?.check(visitor, station: nil)
        guard case .account(let account) = visitor.principal
        else { preconditionFailure("stations' keys are good for no account") }
        return account
    }

    /// Whether a request shows a token or the cookie of a live session; browsers also send stale cookies.
    private func showsCredential(_ request: Request) async throws -> Bool {
        guard request.headers[.authorization] == nil else { return true }
        guard let secret = cookies.secret(in: request) else { return false }
        return try await authenticator.visitor(showingCookie: secret) != nil
    }

    /// The sender of a request, from the header if there is one, else from the cookie.
    private func visitor(sending request: Request, reading isReading: Bool) async throws -> Visitor {
        if request.headers[.authorization] != nil {
            if let secret = request.bearer, let visitor = try await authenticator.visitor(bearing: secret) {
                return visitor
            }
        } else if let secret = cookies.secret(in: request),
            let visitor = try await authenticator.visitor(showingCookie: secret)
        {
            if !isReading { try cookies.checkOwnIntent(of: request, visitor) }
            return visitor
        }
        throw Problem(.unauthorized, "Send \"Authorization: Bearer …\" with a token that is in force.")
    }
}

extension Request {
    /// Secrets of ours, and the parameter that RFC 6750 once allowed; read once, not for each request.
    nonisolated(unsafe) private static let secretInQuery = /be[aswl]_[0-9a-f]{16}_|(?:^|&)access_token=/

    /// The secret of an `Authorization: Bearer` header.
    fileprivate var bearer: String? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst("bearer ".count)).trimmingCharacters(in: .whitespaces)
    }

    /// Refuses a token in the URL: proxies log URLs, and other sites see them as referrers.
    ///
    /// It refuses any parameter that looks like one of our secrets, and the parameter in which RFC 6750 (2.3)
    /// once allowed tokens, whatever its value.
    fileprivate func checkAddressHoldsNoSecret() throws {
        // Hardly any query has an underscore, which all of them have.
        guard let query = uri.query, query.utf8.contains(UInt8(ascii: "_")) else { return }
        guard query.firstMatch(of: Self.secretInQuery) == nil else { throw Problem(.secretInAddress) }
    }
}
