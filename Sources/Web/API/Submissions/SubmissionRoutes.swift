import Articles
import Authoring
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The articles that an expert writes: begun, kept while they are written, shown in advance, and handed in.
struct SubmissionRoutes: Sendable {
    let store: any SubmissionStore
    let view: SubmissionView
    let environment: APIEnvironment

    static let list = "/v1/me/articles"
    static let one = "\(list)/{submission}"

    /// Who is no expert any more can still read, retire and delete what they wrote.
    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .subscriber, handler: list),
            Endpoint(.post, Self.list, .expert, handler: begin),
            Endpoint(.get, Self.one, .subscriber, handler: one),
            Endpoint(.put, Self.one, .expert, handler: keep),
            Endpoint(.delete, Self.one, .subscriber, handler: remove),
            Endpoint(.get, "\(Self.one)/preview", .subscriber, handler: preview),
            Endpoint(.post, "\(Self.one)/acts", .expert, handler: act),
            Endpoint(.post, "\(Self.one)/retirement", .subscriber, handler: retire),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = request.preferredLanguage
        let answer = SubmissionListAnswer(
            articles: try await store.submissions(of: context.account).map(SubmissionSummary.init),
            keywords: view.keywords.values.map {
                ArticleSummary.Keyword(id: $0.id, name: $0.name(in: language))
            }.sorted { $0.id < $1.id })
        return try JSON.response(answer, headers: [.cacheControl: Freshness.personal]).worded(in: language)
    }

    @Sendable private func begin(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await environment.idempotency.answer(request, context, bodyLimit: BodyLimits.article) { body in
            let manuscript = try manuscript(body)
            return try created(
                try await Problem.article {
                    try await store.begin(manuscript, by: context.account, at: environment.now())
                }, context)
        } recall: { id, _ in
            try created(try await known(ExpertArticle.ID(rawValue: id), context), context)
        }
    }

    private func manuscript(_ body: Data) throws -> Manuscript {
        try JSON.decodeStrictly(ManuscriptDocument.self, from: body)
            .checked(against: Set(view.keywords.keys))
    }

    private func created(_ submission: ExpertArticle, _ context: BreatheContext) throws -> CreatedAnswer {
        try view.created(submission, at: Self.list, for: context.account)
    }

    private func known(_ id: ExpertArticle.ID, _ context: BreatheContext) async throws -> ExpertArticle {
        guard let found = try await store.submission(id, of: context.account)
        else { throw Problem(.unknownSubmission) }
        return found
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try view.answer(try await known(context.submission, context), for: context.account)
    }

    @Sendable private func keep(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.article).readableBytesView)
        let (manuscript, revision) = (try manuscript(body), try request.replacedRevision)
        let kept = try await Problem.article {
            try await store.keep(
                manuscript, as: context.submission, of: context.account, replacing: revision,
                at: environment.now())
        }
        return try view.answer(kept, for: context.account)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await Problem.article { try await store.remove(context.submission, of: context.account) }
        return Response(status: .noContent)
    }

    @Sendable private func preview(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await known(context.submission, context)
        return try view.preview(found, picture: "\(Self.list)/\(found.id.rawValue)/picture", request)
    }

    @Sendable private func act(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await environment.idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { body in
            let asked = try JSON.decodeStrictly(SubmissionActRequest.self, from: body)
            let act = try asked.checked(SubmissionAct.ofAuthors.subtracting([.retire]))
            let found = try await known(context.submission, context)
            if act == .submit, found.state.isOpen { try view.checkComplete(found) }
            return try await acted(act, asked.correction, seen: asked.revision ?? found.revision, context)
        } recall: { id, _ in
            try created(try await known(ExpertArticle.ID(rawValue: id), context), context)
        }
    }

    @Sendable private func retire(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await environment.idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { _ in
            try await acted(.retire, nil, seen: nil, context)
        } recall: { id, _ in
            try created(try await known(ExpertArticle.ID(rawValue: id), context), context)
        }
    }

    private func acted(
        _ act: SubmissionAct, _ correction: String?, seen revision: Int?, _ context: BreatheContext
    ) async throws -> CreatedAnswer {
        let changed = try await Problem.article {
            try await store.act(
                act, on: context.submission, by: .author(context.account), correction: correction,
                seen: revision, at: environment.now())
        }
        return try created(changed, context)
    }
}
