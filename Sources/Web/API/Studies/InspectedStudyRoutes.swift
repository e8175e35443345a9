import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People
import Studies

/// One study, for administrators: its researchers by role, and its invitations by status, which they can end and let
/// work again.
///
/// Nothing of the answers is told, and neither codes nor pseudonyms. The researchers can see each access.
struct InspectedStudyRoutes: Sendable {
    let store: any StudyStore
    let personalRecords: any PersonalRecords
    let environment: APIEnvironment

    private static let one = "/v1/administration/studies/{study}"
    private static let restriction = "\(one)/participants/{number}/restriction"

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.one, .administrator, handler: one),
            Endpoint(.get, "\(Self.one)/participants", .administrator, handler: participants),
            Endpoint(.put, Self.restriction, .administrator, handler: restrict),
            Endpoint(.delete, Self.restriction, .administrator, handler: lift),
        ]
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(InspectedStudyDocument(try await inspected(context)))
    }

    @Sendable private func participants(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let last = try request.entryNumber("after") ?? 0
        let filter = try request.studyInvitationFilter()
        _ = try await inspected(context)
        let limit = StudyCollectionRoutes.participantPage
        let found = try await Problem.study {
            try await store.inspectedInvitations(
                of: context.study, matching: filter, after: last, limit: limit + 1)
        }
        return try answer(InspectedParticipantsAnswer(found, limit: limit))
    }

    /// The study, once it is noted for its researchers that somebody looks at it.
    private func inspected(_ context: BreatheContext) async throws -> InspectedStudy {
        let study = try await Problem.study { try await store.inspectedStudy(context.study) }
        let researchers = study.researchers.values.flatMap { $0.map(\.id) }
        try await personalRecords.note(
            .inspected, of: researchers.sorted { $0.rawValue < $1.rawValue }, by: .administrator,
            object: "studies", at: environment.now())
        return study
    }

    @Sendable private func restrict(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await setRestriction(true, context)
    }

    @Sendable private func lift(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await setRestriction(false, context)
    }

    private func setRestriction(_ isRestricted: Bool, _ context: BreatheContext) async throws -> Response {
        try await Problem.study {
            try await store.setRestriction(
                isRestricted, of: try context.invitation, in: context.study, at: environment.now())
        }
        return Response(status: .noContent)
    }

    private func answer(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}

private struct InspectedStudyDocument: Encodable {
    struct Role: Encodable {
        let role: StudyRole
        let accounts: [String]
    }

    struct Label: Encodable {
        let label: String
        let people: Int
    }

    let study: StudyOverviewDocument
    /// Each role, also those that nobody has.
    let roles: [Role]
    let labels: [Label]

    init(_ inspected: InspectedStudy) {
        study = StudyOverviewDocument(inspected.overview)
        roles = StudyRole.allCases.map {
            Role(role: $0, accounts: inspected.researchers[$0]?.map(\.name) ?? [])
        }
        labels = inspected.labels.map { Label(label: $0.label, people: $0.people) }
    }
}

private struct InspectedParticipantsAnswer: Encodable {
    struct Participant: Encodable {
        let number: Int64
        let status: ParticipantStatus
        let label: String?
        let made: CivilDate
        let joined: CivilDate?
        let left: CivilDate?
        let restricted: CivilDate?
    }

    let participants: [Participant]
    /// The value of `after` for the next page; absent on the last.
    let next: Int64?

    /// - Parameters:
    ///   - found: One more than a page has, if there are more.
    ///   - limit: How many a page has.
    init(_ found: [StudyInvitation], limit: Int) {
        participants = found.prefix(limit).map {
            Participant(
                number: $0.number, status: $0.status, label: $0.label, made: $0.made, joined: $0.joined,
                left: $0.left, restricted: $0.restricted)
        }
        next = found.count > limit ? participants.last?.number : nil
    }
}
