import Authoring
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The articles of experts for those who review them, and their decisions.
struct ReviewRoutes: Sendable {
    let store: any SubmissionStore
    let view: SubmissionView
    let environment: APIEnvironment

    private static let list = "/v1/review/articles"
    private static let one = "\(list)/{submission}"
    /// Articles in one answer.
    private static let pageSize = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .reviewer, handler: list),
            Endpoint(.get, Self.one, .reviewer, handler: one),
            Endpoint(.get, "\(Self.one)/preview", .reviewer, handler: preview),
            Endpoint(.get, "\(Self.one)/picture", .reviewer, handler: picture),
            Endpoint(.post, "\(Self.one)/remarks", .reviewer, handler: remark),
            Endpoint(.post, "\(Self.one)/acts", .reviewer, handler: act),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let after = try request.number("after") ?? 0
        guard after >= 0, after < 9e15, after == after.rounded()
        else { throw Problem.parameter("after", "after is what the page before gave as next.") }
        let found = try await store.reviewableArticles(after: Int64(after), limit: Self.pageSize)
        let answer = ReviewListAnswer(
            articles: found.map {
                ReviewListAnswer.Entry(article: SubmissionSummary($0), own: $0.author == context.account)
            },
            next: found.count == Self.pageSize ? found.last?.number : nil)
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal])
    }

    private func known(_ id: ExpertArticle.ID) async throws -> ExpertArticle {
        guard let found = try await store.reviewableArticle(id) else { throw Problem(.unknownSubmission) }
        return found
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try view.answer(try await known(context.submission), for: context.account)
    }

    @Sendable private func preview(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await known(context.submission)
        return try view.preview(found, picture: "\(Self.list)/\(found.id.rawValue)/picture", request)
    }

    @Sendable private func picture(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try SubmissionView.answer(try await store.reviewablePicture(of: context.submission))
    }

    @Sendable private func remark(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await answer(request, context) { body in
            let remark = try JSON.decodeStrictly(RemarkRequest.self, from: body).checked()
            return try await Problem.article {
                try await store.remark(
                    remark, on: context.submission, by: context.account, at: environment.now())
            }
        }
    }

    @Sendable private func act(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await answer(request, context) { body in
            let asked = try JSON.decodeStrictly(SubmissionActRequest.self, from: body)
            let act = try asked.checked(SubmissionAct.ofReviewers)
            // A review date may have passed since the article was submitted.
            if act == .publish {
                let found = try await known(context.submission)
                if found.state == .accepted { try view.checkComplete(found) }
            }
            return try await Problem.article {
                try await store.act(
                    act, on: context.submission, by: .reviewer(context.account), correction: nil,
                    seen: asked.revision, at: environment.now())
            }
        }
    }

    private func answer(
        _ request: Request, _ context: BreatheContext, _ change: (Data) async throws -> ExpertArticle
    ) async throws -> Response {
        try await environment.idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { body in
            try view.created(try await change(body), at: Self.list, for: context.account)
        } recall: { id, _ in
            // It may have been returned meanwhile, and then reviewers no longer see it.
            try view.created(
                try await known(ExpertArticle.ID(rawValue: id)), at: Self.list, for: context.account)
        }
    }
}
