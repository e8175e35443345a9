import Articles
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// The articles as JSON.
struct ArticleRoutes: Sendable {
    let shelves: any ArticleShelving
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/articles", .everyone, handler: list),
            Endpoint(.get, "/v1/articles/{article}", .everyone, handler: one),
            Endpoint(.get, "/v1/articleOfTheDay", .everyone, handler: ofTheDay),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let shelf = try await shelves.shelf()
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
        let article = try await shelves.article(of: context, version: try request.articleVersion)
        guard let article else {
            guard let id = context.articleID, try await shelves.retired(id) != nil
            else { throw Problem(.unknownArticle) }
            throw Problem(.retiredArticle)
        }
        let language = try request.language("language") ?? request.preferredLanguage
        let wire = ArticleWire(
            article, phrases: ArticlePhrases(language), base: environment.base(of: request),
            on: environment.today)
        return try request.answer(wire).linking(in: environment).worded(in: language)
    }

    @Sendable private func ofTheDay(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let article = try await shelves.shelf().library.article(of: environment.today)
        let wire = ArticleOfTheDayWire(
            article: article.map { ArticleSummary($0, in: language, on: environment.today) })
        return try request.answer(wire).worded(in: language)
    }
}

extension ArticleShelving {
    /// The article in the path of a request, in a version or the latest.
    func article(of context: BreatheContext, version: Int?) async throws -> Article? {
        guard let id = context.articleID else { return nil }
        let latest = try await shelf().library[id]
        guard let version, let latest, version != latest.expertise?.version ?? 1 else { return latest }
        return try await article(id, version: version)
    }
}

extension BreatheContext {
    /// The name of an article in the path.
    var articleID: Article.ID? { parameters.get("article").flatMap(Article.ID.init) }
}

extension Request {
    /// The version of an article that is asked for.
    fileprivate var articleVersion: Int? {
        get throws {
            guard let text = text("version") else { return nil }
            guard let number = Int(text), (1...1_000_000).contains(number)
            else { throw Problem.parameter("version", "version is a number from 1 on.") }
            return number
        }
    }
}
