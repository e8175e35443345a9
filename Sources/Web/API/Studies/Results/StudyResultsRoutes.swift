import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Studies
import StudyExport

/// How often each answer was given, for everybody, if the owner of a study says so.
struct StudyResultsRoutes: Sendable {
    let store: any StudyStore

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/studies/{study}/results.json", .everyone, handler: results),
            Endpoint(.put, "\(ResearcherStudyRoutes.one)/results", .researcher, handler: release),
        ]
    }

    @Sendable private func results(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let study = try await store.study(context.study), study.state != .draft, study.current != nil
        else { throw Problem(.unknownStudy) }
        return try request.answer(
            StudyResultsAnswer(study.settings, try await store.releases(of: study.id)))
    }

    @Sendable private func release(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let results = try JSON.decodeStrictly(StudyResultsRequest.self, from: body).checked()
        try await Problem.study {
            try await store.release(results, of: context.study, by: context.account)
        }
        return Response(status: .noContent)
    }
}

/// When the owner of a study wants results to be published.
struct StudyResultsRequest: StrictDocument {
    static let members: Set = ["results"]

    let results: String

    func checked() throws -> StudyResultsRelease {
        var mistakes = Mistakes(.invalidStudy)
        let results = mistakes.word(results, at: "/results", as: StudyResultsRelease.self)
        try mistakes.check()
        guard let results else { preconditionFailure("what was checked has no mistakes") }
        return results
    }
}

/// What is published of a study's answers.
struct StudyResultsAnswer: Encodable {
    struct Release: Encodable {
        let begin: CivilDate
        let end: CivilDate
        let versions: [StudyResults.Version]
    }

    let results: StudyResultsRelease
    /// The fewest people about whom anything is told.
    let k: Int
    let releases: [Release]

    init(_ settings: StudySettings, _ releases: [StudyRelease]) {
        (results, k) = (settings.results, settings.k)
        self.releases = releases.map {
            Release(begin: $0.days.lowerBound, end: $0.days.upperBound, versions: $0.results.versions)
        }
    }
}
