import Allergens
import Forms
import Foundation
import HTTP
import Hummingbird
import People
import Studies

/// All studies, for administrators: who leads them, how far they are, and how many people are in which status.
///
/// Nothing of the answers is told, and no words of a draft. The owners of studies can see each access.
struct StudyOverviewRoutes: Sendable {
    let store: any StudyStore
    let personalRecords: any PersonalRecords
    let environment: APIEnvironment

    /// Studies on one page.
    private static let pageSize = 50

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/administration/studies", .administrator, handler: list)]
    }

    private struct Page: Encodable {
        let studies: [StudyOverviewDocument]
        /// The value of `before` for the next page; absent on the last.
        let next: Int64?
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await store.studyOverviews(
            before: try request.entryNumber("before") ?? .max, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        let owners = Set(page.flatMap { $0.owners.map(\.id) })
        try await personalRecords.note(
            .inspected, of: owners.sorted { $0.rawValue < $1.rawValue }, by: .administrator,
            object: "studies", at: environment.now())
        return try JSON.response(
            Page(
                studies: page.map(StudyOverviewDocument.init),
                next: found.count > page.count ? page.last?.number : nil),
            headers: [.cacheControl: Freshness.personal])
    }
}

/// A study as administrators see it.
struct StudyOverviewDocument: Encodable {
    let id: String
    let state: Study.State
    let mode: Study.Mode
    let version: Int?
    let title: FormWording?
    let begin: CivilDate
    let end: CivilDate
    let created: Date
    let owners: [String]
    let target: Int?
    let people: StatusCountsDocument

    init(_ study: StudyOverview) {
        let settings = study.phase.settings
        (id, state, mode) = (study.id.rawValue, study.phase.state, settings.mode)
        (version, title, created) = (study.phase.version, study.title, study.created)
        (begin, end, target) = (settings.days.lowerBound, settings.days.upperBound, settings.target)
        owners = study.owners.map(\.name)
        people = StatusCountsDocument(study.people)
    }
}
