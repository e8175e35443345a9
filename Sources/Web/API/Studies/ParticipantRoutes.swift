import Forms
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Studies

/// Taking part in studies: joining by a code, answering, withdrawing.
struct ParticipantRoutes: Sendable {
    let studies: any StudyStore
    let store: any StudyPartStore
    let forms: PublishedForms
    let guesses: any CodeGuessing
    let environment: APIEnvironment

    private static let list = "/v1/me/studies"
    private static let one = "\(list)/{study}"
    /// A signature takes at most 50 KB, and twice as much in JSON.
    private static let bodyLimit = 256 << 10

    /// Answers among which are those of the last 24 hours to each form: at most two, unless a clock was changed.
    private static let latestAnswers = 2 * StudyContent.mostForms

    /// Looks that are listed with a part; all are at `…/looks`.
    private static let latestLooks = 20

    /// Own answers on a page.
    private static let historyPage = 20

    private struct Listing: Encodable {
        let studies: [ParticipationAnswer]
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.list, .subscriber, handler: list),
            Endpoint(.post, "\(Self.list)/invitation", .subscriber, handler: look),
            Endpoint(.post, Self.list, .subscriber, handler: join),
            Endpoint(.put, "\(Self.one)/consent", .subscriber, handler: agree),
            Endpoint(.get, "\(Self.one)/answers", .subscriber, handler: history),
            Endpoint(.post, "\(Self.one)/answers", .subscriber, handler: takeAnswer),
            Endpoint(.get, "\(Self.one)/looks", .subscriber, handler: looks),
            Endpoint(.delete, Self.one, .subscriber, handler: withdraw),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let parts = try await store.participations(
            of: context.account, answers: Self.latestAnswers, looks: Self.latestLooks)
        return try answer(Listing(studies: parts.map { ParticipationAnswer($0, at: environment.now()) }))
    }

    /// A page of the own answers to a study, with the forms under which they were given.
    @Sendable private func history(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let first = try request.text("before").map { text in
            guard let place = StudyAnswerPage.Place(text)
            else { throw Problem.parameter("before", "before is what the page before gave as next.") }
            return place
        }
        let page = try await Problem.study {
            try await store.ownAnswers(
                to: context.study, of: context.account, before: first, limit: Self.historyPage)
        }
        var asked: [StudyHistoryDocument.Asked] = []
        for version in Set(page.answers.map(\.version)).sorted() {
            let names = Set(page.answers.filter { $0.version == version }.map(\.form))
            // Programs that know of one form take the last of a version.
            let all = try await forms.forms(version, of: context.study).reversed()
            for form in all where names.contains(form.name) {
                asked.append(.init(version: version, name: form.name, form: form.form.definition))
            }
        }
        return try answer(
            StudyHistoryDocument(
                answers: page.answers.map(StudyAnswerDocument.init), forms: asked, next: page.next?.text))
    }

    private func read<Body: StrictDocument>(
        _ type: Body.Type, _ request: Request, _ context: BreatheContext
    ) async throws -> Body {
        let body = Data(try await request.bytes(upTo: Self.bodyLimit).readableBytesView)
        return try JSON.decodeStrictly(type, from: body)
    }

    @Sendable private func look(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let asked = try await read(CodeRequest.self, request, context)
        let study = try await invited(by: asked.code, request, context).study
        return try answer(StudyDocument(published: study, showsForm: true))
    }

    /// Codes that are entered are counted, right or wrong; wrong ones on all nodes of a network together.
    private func invited(
        by text: String, _ request: Request, _ context: BreatheContext
    ) async throws -> (code: InvitationCode, study: Study) {
        try environment.signInLimits.countCode(of: context.account, request, context)
        guard let code = InvitationCode(text) else { throw Problem(.unknownInvitation) }
        let wait = try await guesses.codeWait(of: context.account)
        guard wait == .zero else { throw Problem(codesWaitFor: wait) }
        do {
            return (code, try await store.study(invitedBy: code))
        } catch let refusal as StudyRefusal {
            if refusal == .unknownCode { try await guesses.noteWrongCode(of: context.account) }
            throw Problem(refused: refusal)
        }
    }

    @Sendable private func join(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let asked = try await read(JoiningRequest.self, request, context)
        let (code, study) = try await invited(by: asked.code, request, context)
        let now = environment.now()
        let (agreement, day) = (try asked.agreement.checked(for: study), try asked.checkedDay(at: now))
        try await Problem.study {
            _ = try await store.join(by: code, agreement, as: context.account, on: day, at: now)
        }
        let parts = try await store.participations(
            of: context.account, answers: Self.latestAnswers, looks: Self.latestLooks)
        guard let part = parts.last(where: { $0.study.id == study.id })
        else { throw Problem(.unknownStudy) }
        var response = try answer(ParticipationAnswer(part, at: environment.now()))
        response.status = .created
        return response
    }

    @Sendable private func agree(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let asked = try await read(AgreementRequest.self, request, context)
        guard let study = try await studies.study(context.study) else { throw Problem(.unknownStudy) }
        let agreement = try asked.checked(for: study)
        try await Problem.study {
            try await store.agree(
                to: agreement, of: study.id, as: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    @Sendable private func takeAnswer(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let asked = try JSON.decodeStrictly(StudyAnswerRequest.self, from: body)
        let form = try await forms.form(asked.form, in: asked.version, of: context.study)
        let draft = try asked.checked(against: form)
        let kept = try await Problem.study {
            try await store.answer(
                draft, to: context.study, as: context.account, at: environment.now())
        }
        var response = try answer(StudyAnswerDocument(kept))
        response.status = .created
        return response
    }

    @Sendable private func looks(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let first = try request.entryNumber("before") ?? .max
        let limit = StudyCollectionRoutes.lookPage
        let found = try await Problem.study {
            try await store.looks(
                at: context.study, of: context.account, before: first, limit: limit + 1)
        }
        return try answer(StudyLooksAnswer(found, limit: limit))
    }

    @Sendable private func withdraw(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let asked = try await read(WithdrawalRequest.self, request, context)
        let erases = try asked.checkedErasing()
        try await Problem.study {
            try await store.withdraw(
                from: context.study, as: context.account, part: asked.pseudonym, erasing: erases,
                at: environment.now())
        }
        return Response(status: .noContent)
    }

    private func answer(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}

extension Problem {
    /// Explains why a code is not looked at.
    fileprivate init(codesWaitFor wait: Duration) {
        let seconds = max(1, wait.components.seconds)
        self.init(.tooManyRequests, "Too many codes were wrong. The next is looked at in \(seconds) seconds.")
        headers[.retryAfter] = String(seconds)
    }
}
