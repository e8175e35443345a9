import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// Sign-up and sign-in, for visitors without a session.
///
/// Secrets from links are sent in bodies, never in URLs. Pages take them from the fragment of their own URL,
/// which browsers do not send.
struct SignInRoutes: Sendable {
    let signInService: any SigningIn
    let authenticator: any Authenticating
    let environment: APIEnvironment
    let cookies: SessionCookies
    let limits: SignInLimits

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/accounts", .everyone, handler: signUp),
            Endpoint(.post, "/v1/verifications", .everyone, handler: follow),
            Endpoint(.post, "/v1/sessions", .everyone, handler: signIn),
            Endpoint(.delete, "/v1/sessions", .subscriber, handler: signOut),
            Endpoint(.post, "/v1/password-resets", .everyone, handler: askReset),
            Endpoint(.post, "/v1/password-resets/completion", .everyone, handler: reset),
        ]
    }

    /// Reads a body, and makes sure that no page of another site sent it.
    private func document<Value: StrictDocument>(_ type: Value.Type, _ request: Request) async throws -> Value
    {
        do {
            try cookies.checkOrigin(of: request, needed: false)
        } catch  where request.hasBody {
            throw UnreadBody(cause: error)
        }
        let body = try await request.bytes(upTo: BodyLimits.account)
        return try JSON.decodeStrictly(type, from: Data(body.readableBytesView))
    }

    /// An answer that does not reveal whether an account exists.
    private static var mailSent: Response {
        Response(status: .accepted, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func signUp(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(SignUpRequest.self, request)
        let new = try wish.checked(on: environment.today, isAddress: signInService.isAddress)
        try limits.countMail(to: wish.email, request, context)
        try await signInService.signUp(new, password: wish.password)
        return Self.mailSent
    }

    @Sendable private func follow(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(VerificationRequest.self, request)
        if let name = wish.username, !AccountRules.isName(name) {
            throw Problem(
                .invalidAccount, errors: [Problem.Detail(pointer: "/username", detail: AccountText.name)])
        }
        try limits.countAttempt(request, context)
        return try JSON.response(try await answer(to: wish), headers: [.cacheControl: Freshness.personal])
    }

    private func answer(to wish: VerificationRequest) async throws -> VerificationAnswer {
        if wish.look == true {
            let address = try await signInService.address(confirmedBy: wish.token)
            return VerificationAnswer(purpose: "look", address: address)
        }
        switch try await signInService.follow(wish.token, name: wish.username) {
        case .signedUp(_, let name): return VerificationAnswer(purpose: "signUp", name: name)
        case .changed: return VerificationAnswer(purpose: "change")
        }
    }

    @Sendable private func signIn(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(SignInRequest.self, request)
        let checked = try wish.checked()
        if checked.kind == .cookie { try cookies.check() }
        try limits.countAttempt(request, context)
        let opened = try await signInService.signIn(
            SignInAttempt(
                name: checked.name, password: wish.password, origin: limits.origin(of: request, context),
                kind: checked.kind, scopes: checked.scopes,
                device: DeviceFamily.name(of: request.headers[.userAgent]),
                former: try await session(shownBy: request, kind: checked.kind)))
        return try answer(opened)
    }

    /// The browser's previous session, which ends when the new one begins.
    private func session(shownBy request: Request, kind: Session.Kind) async throws -> Session.ID? {
        guard kind == .cookie, let secret = cookies.secret(in: request) else { return nil }
        return try await authenticator.visitor(showingCookie: secret)?.session
    }

    private func answer(_ opened: OpenedSession) throws -> Response {
        var headers: HTTPFields = [.cacheControl: Freshness.personal]
        if opened.session.kind == .cookie { headers[.setCookie] = cookies.field(holding: opened.secret) }
        return try JSON.response(OpenedSessionWire(opened), status: .created, headers: headers)
    }

    @Sendable private func signOut(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let session = context.knownVisitor.session
        else { throw Problem(.unknownSession, "The request came with a token, which is no session.") }
        _ = try await signInService.endSession(session, of: context.account)
        var response = Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
        cookies.forget(in: &response)
        return response
    }

    @Sendable private func askReset(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(ResetRequest.self, request)
        guard signInService.isAddress(wish.email) else {
            throw Problem(
                .invalidAccount, errors: [Problem.Detail(pointer: "/email", detail: AccountText.address)])
        }
        try limits.countMail(to: wish.email, request, context)
        try signInService.askReset(address: wish.email)
        return Self.mailSent
    }

    @Sendable private func reset(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(NewPasswordRequest.self, request)
        try limits.countAttempt(request, context)
        try await signInService.reset(
            wish.token, to: wish.password, origin: limits.origin(of: request, context))
        return Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }
}
