import Allergens
import Articles
import Foundation
import People
import Site

/// An article in a list.
struct ArticleSummary: Encodable {
    struct Keyword: Encodable {
        let id: String
        let name: String
    }

    let id: String
    let language: String
    let title: String
    let summary: String
    let keywords: [Keyword]
    let published: String
    let reviewed: String
    let reviewAgain: String
    let isOld: Bool
    let page: String

    init(_ article: Article, in language: Language, on day: CivilDate) {
        let text = article.text(in: language)
        id = article.id.rawValue
        self.language = text.language.rawValue
        (title, summary) = (text.title, text.summary)
        keywords = article.keywords.map { Keyword(id: $0.id, name: $0.name(in: language)) }
        published = article.published.description
        reviewed = article.reviewed.description
        reviewAgain = article.reviewAgain.description
        isOld = article.isOld(on: day)
        page = article.path
    }
}

/// A page of the list of articles.
struct ArticleListWire: Encodable {
    struct Link: Encodable {
        let rel = "next"
        let type = "application/json"
        let href: String
    }

    let articles: [ArticleSummary]
    let total: Int
    /// The subjects of all articles.
    let keywords: [ArticleSummary.Keyword]
    let links: [Link]
}

/// The article of a day.
struct ArticleOfTheDayWire: Encodable {
    let article: ArticleSummary?
}

/// An article with its text.
struct ArticleWire: Encodable {
    struct Source: Encodable {
        let title: String
        let publisher: String
        let url: String
        let date: String?
    }

    let article: ArticleSummary
    let disclaimer: String
    /// The body as HTML.
    let html: String
    let sources: [Source]
    /// The languages in which there is a text.
    let languages: [String]

    init(_ article: Article, phrases: ArticlePhrases, base: String, on day: CivilDate) {
        self.article = ArticleSummary(article, in: phrases.language, on: day)
        disclaimer = phrases("article.disclaimer")
        html = article.html(in: phrases.language, base: base)
        sources = article.sources.map {
            Source(title: $0.title, publisher: $0.publisher, url: $0.url, date: $0.date)
        }
        languages = article.texts.keys.map(\.rawValue).sorted()
    }
}

extension Article {
    /// The path of its page.
    var path: String { "/articles/\(id.rawValue)" }

    /// The address of its page in a language.
    func address(in language: Language, base: String) -> String {
        "\(base)\(path)?language=\(language.rawValue)"
    }

    /// The body as HTML for readers elsewhere: all its links are absolute.
    func html(in language: Language, base: String) -> String {
        let text = text(in: language)
        let markup = ArticleMarkup(
            sources: sources.count, site: base, page: address(in: text.language, base: base))
        return markup.content(of: text.body).map(\.source).joined()
    }
}
