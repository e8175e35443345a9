import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People
import Studies

/// What a study collects: invitations, what became of them, and answers.
struct StudyCollectionRoutes: Sendable {
    let store: any StudyStore
    let environment: APIEnvironment

    /// Invitations on a page.
    static let participantPage = 500
    /// Answers on a page.
    static let answerPage = 100
    /// Looks on a page.
    static let lookPage = 100

    var endpoints: [Endpoint] {
        let one = ResearcherStudyRoutes.one
        return [
            Endpoint(.post, "\(one)/invitations", .researcher, handler: invite),
            Endpoint(.get, "\(one)/participants", .researcher, handler: participants),
            Endpoint(.put, "\(one)/participants/{number}/restriction", .researcher, handler: restrict),
            Endpoint(.put, "\(one)/participants/{number}/label", .researcher, handler: label),
            Endpoint(.get, "\(one)/progress", .researcher, handler: progress),
            Endpoint(.get, "\(one)/cells", .researcher, handler: cells),
            Endpoint(.get, "\(one)/looks", .researcher, handler: looks),
            Endpoint(.get, "\(one)/retention", .researcher, handler: retention),
            Endpoint(.get, "\(one)/answers", .researcher, handler: answers),
        ]
    }

    @Sendable private func invite(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let asked = try JSON.decodeStrictly(InvitationRequest.self, from: body).checked()
        let codes = try await Problem.study {
            try await store.invite(
                asked.count, length: asked.length, to: context.study, by: context.account,
                at: environment.now())
        }
        return try JSON.response(
            InvitationCodesAnswer(codes: codes.map(\.text)), status: .created,
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func participants(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let last = try request.entryNumber("after") ?? 0
        let filter = try request.studyInvitationFilter()
        let (found, counts) = try await Problem.study {
            let found = try await store.invitations(
                of: context.study, for: context.account, matching: filter, after: last,
                limit: Self.participantPage + 1)
            return (found, try await store.statuses(of: context.study, for: context.account))
        }
        let page = Array(found.prefix(Self.participantPage))
        return try answer(
            StudyParticipantsAnswer(page, counts: counts, isLast: page.count == found.count))
    }

    @Sendable private func restrict(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await Problem.study {
            try await store.restrict(
                try context.invitation, of: context.study, by: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    @Sendable private func label(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let label = try JSON.decodeStrictly(StudyLabelRequest.self, from: body).checked()
        try await Problem.study {
            try await store.label(
                try context.invitation, of: context.study, as: label, by: context.account)
        }
        return Response(status: .noContent)
    }

    @Sendable private func progress(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let days = try await Problem.study {
            try await store.progress(of: context.study, for: context.account)
        }
        return try answer(StudyProgressAnswer(days))
    }

    @Sendable private func cells(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let cells = try await Problem.study {
            try await store.cells(of: context.study, for: context.account, at: environment.now())
        }
        return try answer(StudyCellsAnswer(cells))
    }

    @Sendable private func looks(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let first = try request.entryNumber("before") ?? .max
        let found = try await Problem.study {
            try await store.looks(
                at: context.study, for: context.account, before: first, limit: Self.lookPage + 1)
        }
        return try answer(StudyLooksAnswer(found, limit: Self.lookPage))
    }

    @Sendable private func retention(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let retention = try await Problem.study {
            try await store.retention(of: context.study, for: context.account, at: environment.now())
        }
        return try answer(StudyRetentionAnswer(retention))
    }

    @Sendable private func answers(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let last = try request.text("after").map { text in
            guard let place = StudyAnswerPage.Place(text)
            else { throw Problem.parameter("after", "after is what the page before named as next.") }
            return place
        }
        let page = try await Problem.study {
            try await store.answers(
                of: context.study, for: context.account, after: last, limit: Self.answerPage,
                at: environment.now())
        }
        return try answer(
            StudyAnswersAnswer(
                answers: page.answers.map(StudyAnswerDocument.init), next: page.next?.text))
    }

    private func answer(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}

extension Request {
    /// Which invitations are wanted.
    func studyInvitationFilter() throws -> StudyInvitationFilter {
        StudyInvitationFilter(status: try participantStatus(), label: try ownLabel())
    }

    /// The status of the invitations that are wanted.
    fileprivate func participantStatus() throws -> ParticipantStatus? {
        guard let text = text("status") else { return nil }
        guard let status = ParticipantStatus(rawValue: text)
        else {
            throw Problem.parameter(
                "status",
                "status is one of \(ParticipantStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return status
    }

    /// The label of the invitations that are wanted.
    fileprivate func ownLabel() throws -> String? {
        guard let text = words("label") else { return nil }
        guard HelpText.isSound(text, within: 1...StudyInvitation.longestLabel)
        else {
            throw Problem.parameter(
                "label",
                "label has 1 to \(StudyInvitation.longestLabel) characters, and no control characters.")
        }
        return text
    }
}

extension BreatheContext {
    /// The number of the invitation that the path names.
    var invitation: Int64 {
        get throws {
            guard let number = parameters.get("number").flatMap(Int64.init)
            else { throw Problem(.unknownInvitation) }
            return number
        }
    }
}
