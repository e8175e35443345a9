import Articles
import Authoring
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Site

/// The pages of the articles, complete without scripts.
struct ArticlePageRoutes: Sendable {
    let shelves: any ArticleShelving
    let pages: SitePages
    let pictures: ArticlePictures
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/articles", .everyone, handler: list),
            Endpoint(.get, "/articles/{article}", .everyone, handler: one),
            Endpoint(.get, "/articles/{article}/{version}/picture", .everyone, handler: picture),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let shelf = try await shelves.shelf()
        let query = request.articlePageQuery(of: shelf.library)
        let list = ArticleListContent(
            query: query, page: try shelf.page(query), keywords: shelf.library.keywords,
            phrases: ArticlePhrases(query.language), base: environment.base(of: request),
            today: environment.today)
        return try answer(list.content, in: query.language, to: request)
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = request.pageLanguage
        let phrases = ArticlePhrases(language)
        let version = request.text("version").flatMap(Int.init)
        guard let article = try await shelves.article(of: context, version: version) else {
            return try await missing(context.articleID, phrases)
        }
        let content = ArticleContent(
            article: article, phrases: phrases, base: environment.base(of: request),
            today: environment.today)
        return try answer(try content.content(), in: language, to: request)
    }

    /// Says that there is no such article, or that readers no longer see it.
    private func missing(_ id: Article.ID?, _ phrases: ArticlePhrases) async throws -> Response {
        guard let id, let retired = try await shelves.retired(id) else {
            return try pages.missing(.articles, in: phrases.language, ArticleListContent.unknown(phrases))
        }
        let instead = try await shelves.shelf().articles(insteadOf: retired)
        return try pages.missing(
            .articles, in: phrases.language, ArticleListContent.retired(retired, instead: instead, phrases),
            as: .gone)
    }

    @Sendable private func picture(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let size = try request.pictureSize
        guard let id = context.articleID, let version = context.parameters.get("version").flatMap(Int.init),
            var picture = try await shelves.picture(of: id, version: version)
        else { throw Problem(.unknownPicture) }
        if let size { picture = try await pictures.picture(picture, in: size) }
        var response = request.answer(
            ByteBuffer(bytes: picture.bytes), type: picture.format.rawValue,
            etag: ContentHash.etag(of: picture.bytes))
        response.headers[.contentSecurityPolicy] = SubmissionView.picturePolicy
        return response
    }

    private func answer(_ content: ComposedContent, in language: Language, to request: Request) throws
        -> Response
    {
        try pages.answer(.articles, in: language, content, to: request).linking(in: environment)
    }
}

extension Request {
    /// The articles that a page lists; what it cannot read does not count.
    fileprivate func articlePageQuery(of library: ArticleLibrary) -> ArticleQuery {
        let words = (words("q") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return ArticleQuery(
            language: pageLanguage, words: String(words.prefix(ArticleQuery.mostCharacters)),
            keyword: text("keyword").flatMap { id in library.keywords.first { $0.id == id }?.id },
            order: text("order").flatMap(ArticleOrder.init(rawValue:)),
            cursor: text("cursor").flatMap(Article.ID.init).flatMap { library[$0]?.id })
    }
}
