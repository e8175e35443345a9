import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People
import Studies

/// Studies as everybody sees them, once they are open.
struct StudyRoutes: Sendable {
    let store: any StudyStore

    /// Studies on a page.
    static let pageSize = 50

    private struct Listing: Encodable {
        let studies: [StudyDocument]
        /// The value of `after` for the next page.
        let next: Int64?
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/studies", .everyone, handler: list),
            Endpoint(.get, "/v1/studies/{study}", .everyone, handler: one),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let page = try await store.openStudies(
            after: try request.entryNumber("after") ?? 0, limit: Self.pageSize)
        return try request.answer(
            Listing(
                studies: page.studies.compactMap { StudyDocument(published: $0, showsForm: false) },
                next: page.next))
    }

    /// A study that was open can still be read about when it is closed.
    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let study = try await store.study(context.study), study.state != .draft,
            let document = StudyDocument(published: study, showsForm: true)
        else { throw Problem(.unknownStudy) }
        return try request.answer(document)
    }
}

extension BreatheContext {
    /// The study that the path names.
    var study: Study.ID { Study.ID(rawValue: parameters.get("study") ?? "") }
}
