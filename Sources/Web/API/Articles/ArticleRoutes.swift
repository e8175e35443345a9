import Articles
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// The articles as JSON.
struct ArticleRoutes: Sendable {
    let shelf: ArticleShelf
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/articles", .everyone, handler: list),
            Endpoint(.get, "/v1/articles/{article}", .everyone, handler: one),
            Endpoint(.get, "/v1/articleOfTheDay", .everyone, handler: ofTheDay),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let query = try request.articleQuery(of: shelf.library)
        let page = try shelf.page(query)
        let base = environment.base(of: request)
        let next = page.next.map { last in
            ArticleListWire.Link(
                href: "\(base)/v1/articles\(query.parameters(after: last, isLanguageNamed: true))")
        }
        let answer = try request.answer(
            ArticleListWire(
                articles: page.articles.map {
                    ArticleSummary($0, in: query.language, on: environment.today)
                }, total: page.total,
                keywords: shelf.library.keywords.map {
                    ArticleSummary.Keyword(id: $0.id, name: $0.name(in: query.language))
                }, links: next.map { [$0] } ?? []))
        return (next == nil ? answer : answer.linking(in: environment)).worded(in: query.language)
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let article = shelf.library.article(of: context) else { throw Problem(.unknownArticle) }
        let language = try request.language("language") ?? request.preferredLanguage
        let wire = ArticleWire(
            article, phrases: ArticlePhrases(language), base: environment.base(of: request),
            on: environment.today)
        return try request.answer(wire).linking(in: environment).worded(in: language)
    }

    @Sendable private func ofTheDay(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let article = shelf.library.article(of: environment.today)
        let wire = ArticleOfTheDayWire(
            article: article.map { ArticleSummary($0, in: language, on: environment.today) })
        return try request.answer(wire).worded(in: language)
    }
}

extension ArticleLibrary {
    /// The article in the path of a request.
    func article(of context: BreatheContext) -> Article? {
        context.parameters.get("article").flatMap(Article.ID.init).flatMap { self[$0] }
    }
}
