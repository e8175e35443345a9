import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Studies

/// The studies of a researcher: written, published, opened, and looked at.
///
/// The role in the study decides what a researcher may do, beside the role of the account.
struct ResearcherStudyRoutes: Sendable {
    let store: any StudyStore
    let environment: APIEnvironment

    static let list = "/v1/research/studies"
    static let one = "\(list)/{study}"

    private struct Listing: Encodable {
        let studies: [OwnStudyAnswer]
        let limit = StudyPolicy.mostStudies
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .researcher, handler: list),
            Endpoint(.post, Self.list, .researcher, handler: begin),
            Endpoint(.get, Self.one, .researcher, handler: one),
            Endpoint(.put, Self.one, .researcher, handler: change),
            Endpoint(.delete, Self.one, .researcher, handler: delete),
            Endpoint(.delete, "\(Self.one)/role", .researcher, handler: leave),
            Endpoint(.post, "\(Self.one)/acts", .researcher, handler: act),
            Endpoint(.get, "\(Self.one)/researchers", .researcher, handler: researchers),
            Endpoint(.put, "\(Self.one)/researchers/{name}", .researcher, handler: appoint),
            Endpoint(.delete, "\(Self.one)/researchers/{name}", .researcher, handler: dismiss),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let studies = try await store.studies(of: context.account)
        return try answer(Listing(studies: studies.map { OwnStudyAnswer($0, showsForm: false) }))
    }

    @Sendable private func begin(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await environment.idempotency.answer(request, context, bodyLimit: BodyLimits.article) { body in
            let (content, settings) = try JSON.decodeStrictly(StudyRequest.self, from: body).checked()
            let study = try await Problem.study {
                try await store.begin(content, settings, by: context.account, at: environment.now())
            }
            return try created(OwnStudy(study: study, role: .owner))
        } recall: { id, _ in
            try created(try await known(Study.ID(rawValue: id), context))
        }
    }

    private func created(_ own: OwnStudy) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "\(Self.list)/\(own.study.id.rawValue)",
            body: try JSON.encoder.encode(OwnStudyAnswer(own, showsForm: true)))
    }

    private func known(_ id: Study.ID, _ context: BreatheContext) async throws -> OwnStudy {
        try await Problem.study { try await store.study(id, for: .read, by: context.account) }
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(OwnStudyAnswer(try await known(context.study, context), showsForm: true))
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.article).readableBytesView)
        let (content, settings) = try JSON.decodeStrictly(StudyRequest.self, from: body).checked()
        return try await store.changed(context, at: environment.now()) { study in
            var content = content
            var settings = settings
            (content.form, content.furtherForms) = (study.draft.form, study.draft.furtherForms)
            try StudyRequest.check(content.furtherForms, in: settings)
            settings.results = study.settings.results
            return (content, settings)
        }
    }

    @Sendable private func act(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let act = try JSON.decodeStrictly(StudyActRequest.self, from: body).checked()
        try await Problem.study {
            _ = try await store.act(act, on: context.study, by: context.account, at: environment.now())
        }
        return try answer(OwnStudyAnswer(try await known(context.study, context), showsForm: true))
    }

    @Sendable private func delete(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await Problem.study { try await store.delete(context.study, by: context.account) }
        return Response(status: .noContent)
    }

    // MARK: Researchers

    @Sendable private func leave(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await Problem.study { try await store.leave(context.study, as: context.account) }
        return Response(status: .noContent)
    }

    @Sendable private func researchers(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        try await answerResearchers(context)
    }

    private func answerResearchers(_ context: BreatheContext) async throws -> Response {
        let researchers = try await Problem.study {
            try await store.researchers(of: context.study, for: context.account)
        }
        return try answer(StudyResearchersAnswer(researchers))
    }

    @Sendable private func appoint(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let role = try JSON.decodeStrictly(StudyRoleRequest.self, from: body).checked()
        try await appoint(role, context)
        return Response(status: .noContent)
    }

    @Sendable private func dismiss(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await appoint(nil, context)
        return Response(status: .noContent)
    }

    private func appoint(_ role: StudyRole?, _ context: BreatheContext) async throws {
        let name = context.parameters.get("name") ?? ""
        try await Problem.study {
            try await store.appoint(
                role, name.removingPercentEncoding ?? name, in: context.study, by: context.account,
                at: environment.now())
        }
    }

    private func answer(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}
