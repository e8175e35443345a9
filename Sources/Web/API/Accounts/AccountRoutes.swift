import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// The caller's own account: its details and sign-in methods.
struct AccountRoutes: Sendable {
    let profileStore: any ProfileStore
    let signInService: any SigningIn
    let environment: APIEnvironment
    let cookies: SessionCookies
    let limits: SignInLimits

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me", .subscriber, handler: read),
            Endpoint(.patch, "/v1/me", .subscriber, handler: change),
            Endpoint(.post, "/v1/me/password", .owner, handler: changePassword),
            Endpoint(.post, "/v1/me/email", .owner, handler: changeAddress),
            Endpoint(.get, "/v1/me/sessions", .owner, handler: sessions),
            Endpoint(.delete, "/v1/me/sessions", .owner, handler: endSessions),
            Endpoint(.delete, "/v1/me/sessions/{session}", .owner, handler: endSession),
            Endpoint(.get, "/v1/me/tokens", .owner, handler: tokens),
            Endpoint(.post, "/v1/me/tokens", .owner, handler: makeToken),
            Endpoint(.delete, "/v1/me/tokens/{token}", .owner, handler: endToken),
        ]
    }

    private func document<Value: StrictDocument>(_ type: Value.Type, _ request: Request) async throws -> Value
    {
        let body = try await request.bytes(upTo: BodyLimits.account)
        return try JSON.decodeStrictly(type, from: Data(body.readableBytesView))
    }

    private static let personal: HTTPFields = [.cacheControl: Freshness.personal]
    private static var done: Response { Response(status: .noContent, headers: personal) }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        async let profile = profileStore.profile(of: context.account)
        // It may have been deleted since its token was checked.
        guard let login = try await signInService.login(of: context.account)
        else { throw Problem(.unauthorized) }
        return try JSON.response(
            AccountAnswer(login, context.knownVisitor, language: await profile.language),
            headers: Self.personal)
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(AccountChange.self, request).checked(on: environment.today)
        if wish.name != nil || wish.birth != nil {
            try await signInService.change(context.account, name: wish.name, birth: wish.birth, picture: nil)
        }
        if let language = wish.language {
            var profile = try await profileStore.profile(of: context.account)
            profile.language = language
            try await profileStore.keep(profile, of: context.account, at: environment.now())
        }
        return try await read(request, context)
    }

    @Sendable private func changePassword(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let wish = try await document(PasswordChange.self, request)
        try limits.countAttempt(request, context)
        try await signInService.changePassword(
            of: context.account, from: wish.old, to: wish.password,
            origin: limits.origin(of: request, context), sparing: context.knownVisitor.session)
        return Self.done
    }

    @Sendable private func changeAddress(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let wish = try await document(AddressChange.self, request)
        guard signInService.isAddress(wish.email) else {
            throw Problem(
                .invalidAccount, errors: [Problem.Detail(pointer: "/email", detail: AccountText.address)])
        }
        try limits.countMail(to: wish.email, request, context)
        try await signInService.askChange(
            of: context.account, to: wish.email, password: wish.password ?? "",
            origin: limits.origin(of: request, context))
        return Response(status: .accepted, headers: Self.personal)
    }
}

/// The sessions of the account.
extension AccountRoutes {
    private struct SessionList: Encodable { let sessions: [SessionWire] }

    @Sendable private func sessions(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let sessions = try await signInService.sessions(of: context.account)
        let current = context.knownVisitor.session
        return try JSON.response(
            SessionList(sessions: sessions.map { SessionWire($0, current: current) }), headers: Self.personal)
    }

    /// Ends all sessions, including this one.
    @Sendable private func endSessions(_ request: Request, _ context: BreatheContext) async throws -> Response
    {
        try await signInService.endSessions(of: context.account, sparing: nil)
        var response = Self.done
        if context.knownVisitor.forgeryToken != nil { cookies.forget(in: &response) }
        return response
    }

    @Sendable private func endSession(_ request: Request, _ context: BreatheContext) async throws -> Response
    {
        let session = Session.ID(rawValue: context.parameters.get("session") ?? "")
        guard try await signInService.endSession(session, of: context.account)
        else { throw Problem(.unknownSession) }
        var response = Self.done
        if context.knownVisitor.session == session, context.knownVisitor.forgeryToken != nil {
            cookies.forget(in: &response)
        }
        return response
    }
}

/// Tokens for programs.
extension AccountRoutes {
    private struct TokenList: Encodable { let tokens: [TokenWire] }

    @Sendable private func tokens(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let tokens = try await signInService.tokens(of: context.account)
        let current = context.knownVisitor.credential
        return try JSON.response(
            TokenList(tokens: tokens.map { TokenWire($0, current: current) }), headers: Self.personal)
    }

    @Sendable private func makeToken(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await document(TokenRequest.self, request)
        let checked = try wish.checked(within: context.knownVisitor.scopes, at: environment.now())
        let made = try await signInService.makeToken(
            for: context.account, scopes: checked.scopes, label: wish.label, ends: checked.ends)
        var headers = Self.personal
        headers[.location] = "/v1/me/tokens/\(made.id)"
        return try JSON.response(
            NewTokenWire(
                id: made.id, token: made.secret, scopes: checked.scopes.names, ends: checked.ends),
            status: .created, headers: headers)
    }

    @Sendable private func endToken(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let token = context.parameters.get("token") ?? ""
        guard try await signInService.endToken(token, of: context.account)
        else { throw Problem(.unknownToken) }
        return Self.done
    }
}
