import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// Sign-in through identity providers.
///
/// A browser carries a sealed ticket to the provider and back. A browser that returns without the ticket, or
/// with another browser's, is refused. An identity that no account is linked with opens a new account once a
/// username is chosen. It is never linked with an existing account just because the e-mail address is the
/// same, because control of an address at a provider does not prove control of the account here.
struct ProviderRoutes: Sendable {
    let signInService: any SigningIn
    let providerSignIn: any FederatedSigningIn
    let authenticator: any Authenticating
    let environment: APIEnvironment
    let cookies: SessionCookies
    let limits: SignInLimits

    /// How long a browser may stay at the provider, in seconds.
    private static let absence = 600
    /// How long choosing a username may take, in seconds.
    private static let thought = 1_800

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/identity-providers", .everyone, handler: list),
            Endpoint(.get, "/auth/{provider}", .everyone, handler: redirectToProvider),
            Endpoint(.get, "/auth/{provider}/callback", .everyone, handler: completeSignIn),
            Endpoint(.get, "/v1/registration", .everyone, handler: registration),
            Endpoint(.post, "/v1/registration", .everyone, handler: register),
            Endpoint(.get, "/v1/me/identities", .owner, handler: identities),
            Endpoint(.post, "/v1/me/identities/{provider}", .owner, handler: redirectToLink),
            Endpoint(.delete, "/v1/me/identities/{provider}", .owner, handler: unlink),
        ]
    }

    private struct ProviderList: Encodable { let providers: [ProviderName] }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(ProviderList(providers: providerSignIn.providers))
    }

    private static let personal: HTTPFields = [.cacheControl: Freshness.personal]
}

/// The way to the provider.
extension ProviderRoutes {
    @Sendable private func redirectToProvider(_ request: Request, _ context: BreatheContext) async throws
        -> Response
    {
        guard let path = request.text("return").map(SitePath.init) ?? .account
        else { throw Problem.parameter("return", "return is a path on this site, such as /account.") }
        try limits.countAttempt(request, context)
        do {
            let redirect = try await redirect(
                for: FederatedPurpose(path: path, account: nil), request, context)
            var response = Self.redirect(to: redirect.address)
            keep(redirect, in: &response)
            return response
        } catch let failure as ProviderFailure where request.wantsPage && failure != .unknownProvider {
            return Self.redirect(to: "/sign-in?failure=\(failure.rawValue)")
        } catch let failure as ProviderFailure {
            throw Problem(failure)
        }
    }

    @Sendable private func redirectToLink(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        struct Answer: Encodable { let location: String }
        do {
            let redirect = try await redirect(
                for: FederatedPurpose(path: .account, account: context.account), request, context)
            var response = try JSON.response(Answer(location: redirect.address), headers: Self.personal)
            keep(redirect, in: &response)
            return response
        } catch let failure as ProviderFailure {
            throw Problem(failure)
        }
    }

    private func redirect(
        for purpose: FederatedPurpose, _ request: Request, _ context: BreatheContext
    ) async throws -> FederatedRedirect {
        try cookies.check()
        let provider = context.provider
        let base = environment.base(of: request)
        return try await providerSignIn.redirect(
            to: provider, returningTo: "\(base)/auth/\(provider)/callback", for: purpose)
    }

    private func keep(_ redirect: FederatedRedirect, in response: inout Response) {
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value: cookies.field(named: .signIn, holding: redirect.ticket, for: Self.absence)))
    }

    private static func redirect(to address: String) -> Response {
        var headers = personal
        headers[.location] = address
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        return Response(status: .seeOther, headers: headers)
    }
}

/// The way back from the provider.
extension ProviderRoutes {
    @Sendable private func completeSignIn(_ request: Request, _ context: BreatheContext) async throws
        -> Response
    {
        try limits.countAttempt(request, context)
        let visitor = try await visitor(of: request)
        var response: Response
        do {
            let answer = FederatedResponse(
                state: request.text("state"), code: request.text("code"), error: request.text("error"),
                issuer: request.text("iss"))
            let proven = try await providerSignIn.proven(
                from: context.provider, answer, ticket: cookies.value(of: .signIn, in: request))
            response = try await receive(proven, visitor, request)
        } catch let failure as ProviderFailure where request.wantsPage && failure != .unknownProvider {
            let page = visitor == nil ? "/sign-in?failure=" : "/account?notice="
            response = Self.redirect(to: page + failure.rawValue)
        } catch let failure as ProviderFailure {
            throw Problem(failure)
        }
        cookies.renew(visitor, in: &response)
        // A ticket is valid for one sign-in, whatever its outcome.
        response.headers.append(HTTPField(name: .setCookie, value: cookies.forgetting(.signIn)))
        return response
    }

    /// The visitor who is already signed in with this browser.
    private func visitor(of request: Request) async throws -> Visitor? {
        guard let secret = cookies.secret(in: request) else { return nil }
        return try await authenticator.visitor(showingCookie: secret)
    }

    private func receive(
        _ proven: FederatedIdentity, _ visitor: Visitor?, _ request: Request
    ) async throws -> Response {
        if let account = proven.purpose.account { return try await link(proven, with: account, visitor) }
        if let login = try await signInService.login(identity: proven.identity) {
            guard login.suspended == nil else { return Self.redirect(to: "/sign-in?failure=suspended") }
            var response = Self.redirect(to: proven.purpose.path.text)
            try await signIn(login.account.id, visitor, request, &response)
            return response
        }
        // The provider has verified the address, so its owner may learn that the account exists.
        if let address = proven.verifiedAddress, try await signInService.login(address: address) != nil {
            return Self.redirect(to: "/sign-in?failure=known")
        }
        var response = Self.redirect(to: "/sign-up?registration")
        let ticket = try providerSignIn.registration(of: proven)
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value: cookies.field(named: .registration, holding: ticket, for: Self.thought)))
        return response
    }

    /// Links the identity with the account that asked for it, if that account is still signed in here.
    private func link(
        _ proven: FederatedIdentity, with account: Account.ID, _ visitor: Visitor?
    ) async throws -> Response {
        guard case .account(account) = visitor?.principal else { throw ProviderFailure.stale }
        do {
            try await signInService.link(proven.identity, with: account)
            return Self.redirect(to: proven.purpose.path.adding("notice", "linked"))
        } catch AccountRefusal.identityTaken {
            return Self.redirect(to: proven.purpose.path.adding("notice", "taken"))
        }
    }

    /// Starts a new session; the browser's previous one ends.
    private func signIn(
        _ account: Account.ID, _ former: Visitor?, _ request: Request, _ response: inout Response
    ) async throws {
        let opened = try await signInService.openSession(
            for: account, kind: .cookie, scopes: .all,
            device: DeviceFamily.name(of: request.headers[.userAgent]),
            replacing: former?.session)
        response.headers.append(
            HTTPField(name: .setCookie, value: cookies.field(holding: opened.secret)))
    }
}

/// Accounts for people whom a provider has verified.
extension ProviderRoutes {
    @Sendable private func registration(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let proven = try knownIdentity(request)
        return try JSON.response(
            RegistrationAnswer(proven, among: providerSignIn.providers), headers: Self.personal)
    }

    private func knownIdentity(_ request: Request) throws -> FederatedIdentity {
        guard let ticket = cookies.value(of: .registration, in: request),
            let proven = providerSignIn.registration(in: ticket)
        else { throw Problem(.staleSignIn, "Begin again at the provider.") }
        return proven
    }

    @Sendable private func register(_ request: Request, _ context: BreatheContext) async throws -> Response {
        do {
            try cookies.checkOrigin(of: request, needed: false)
        } catch  where request.hasBody {
            throw UnreadBody(cause: error)
        }
        let body = try await request.bytes(upTo: BodyLimits.account)
        let wish = try JSON.decodeStrictly(RegistrationRequest.self, from: Data(body.readableBytesView))
        let proven = try knownIdentity(request)
        try limits.countAttempt(request, context)
        let account = try await signInService.openAccount(try wish.checked(proven, on: environment.today))
        struct Answer: Encodable { let location: String }
        var response = try JSON.response(
            Answer(location: proven.purpose.path.text), status: .created, headers: Self.personal)
        try await signIn(account.id, try await visitor(of: request), request, &response)
        response.headers.append(HTTPField(name: .setCookie, value: cookies.forgetting(.registration)))
        return response
    }
}

/// The identities of an account.
extension ProviderRoutes {
    @Sendable private func identities(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        struct Answer: Encodable { let identities: [IdentityWire] }
        let all = try await signInService.identities(of: context.account)
        return try JSON.response(
            Answer(identities: all.map(IdentityWire.init)), headers: Self.personal)
    }

    @Sendable private func unlink(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await signInService.unlink(context.provider, from: context.account)
        else { throw Problem(.unknownIdentity) }
        return Response(status: .noContent, headers: Self.personal)
    }
}

extension BreatheContext {
    /// The provider in the path.
    fileprivate var provider: String { parameters.get("provider") ?? "" }
}
