import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The welcome quiz for new subscribers, and the permissions that the site may ask for.
struct WelcomeRoutes: Sendable {
    let profileStore: any ProfileStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/quiz/welcome", .everyone, handler: questions),
            Endpoint(.get, "/v1/permissions", .everyone, handler: permissions),
            Endpoint(.get, "/v1/me/quiz/welcome", .subscriber, handler: read),
            Endpoint(.put, "/v1/me/quiz/welcome", .subscriber, for: .warnings, handler: write),
        ]
    }

    @Sendable private func questions(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(WelcomeQuestions())
    }

    @Sendable private func permissions(_ request: Request, _ context: BreatheContext) async throws -> Response
    {
        try request.answer(PermissionList())
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let quiz = try await profileStore.welcomeQuiz(of: context.account)
        return try answer(quiz, try await profileStore.profile(of: context.account))
    }

    @Sendable private func write(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let quiz = try JSON.decode(WelcomeRequest.self, from: body).checked(environment.taxonomy)
        return try answer(quiz, try await profileStore.keep(quiz, of: context.account, at: environment.now()))
    }

    private func answer(_ quiz: WelcomeQuiz?, _ profile: Profile) throws -> Response {
        try JSON.response(
            WelcomeAnswer(quiz, profile: ProfileAnswer(profile, environment.taxonomy)),
            headers: [.cacheControl: Freshness.personal])
    }
}
