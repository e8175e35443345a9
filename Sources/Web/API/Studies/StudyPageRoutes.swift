import HTTP
import HTTPTypes
import Hummingbird
import People
import Site
import Studies

/// Where the pages of studies are.
enum StudyAddress {
    static let list = "/studies"

    static func path(of study: Study.ID) -> String { "\(list)/\(study.rawValue.urlQueryEncoded)" }
}

/// The pages of studies, complete without scripts.
struct StudyPageRoutes: Sendable {
    let store: any StudyStore
    let dictionaries: StudyDictionaries
    let basemap: any BasemapTileSource
    let pages: SitePages
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, StudyAddress.list, .everyone, handler: list),
            Endpoint(.get, "\(StudyAddress.list)/{study}", .everyone, handler: one),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let phrases = request.studyPhrases
        let page = try await store.openStudies(
            after: request.text("after").flatMap(Int64.init) ?? 0, limit: StudyRoutes.pageSize)
        let list = StudyListContent(page: page, phrases: phrases, base: environment.base(of: request))
        return try answer(list.content, in: phrases.language, to: request)
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let phrases = request.studyPhrases
        guard let study = try await store.study(context.study), study.state != .draft,
            let content = study.current?.content
        else {
            return try pages.missing(.studies, in: phrases.language, StudyListContent.unknown(phrases))
        }
        let page = StudyPageContent(
            study: study, published: content, participants: try await store.participants(in: study.id),
            dictionary: try await dictionaries.dictionary(of: study),
            releases: try await store.releases(of: study.id),
            messages: try await store.publicMessages(of: study.id),
            mapCredit: basemap.isInstalled ? basemap.attribution : nil, phrases: phrases,
            base: environment.base(of: request))
        return try answer(try page.content(), in: phrases.language, to: request)
    }

    private func answer(_ content: ComposedContent, in language: Language, to request: Request) throws
        -> Response
    {
        try pages.answer(.studies, in: language, content, to: request).linking(in: environment)
    }
}

extension Request {
    /// The words in the language of the link that led here, or else in the reader's.
    fileprivate var studyPhrases: ArticlePhrases {
        ArticlePhrases(pageLanguage)
    }
}
