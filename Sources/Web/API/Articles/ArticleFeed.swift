import Allergens
import Articles
import Foundation
import HTTP
import People
import Site

/// The newest articles for feed readers, with their whole texts.
///
/// Atom is RFC 4287, its pages RFC 5005; JSON Feed is version 1.1 (https://www.jsonfeed.org/version/1.1/).
struct ArticleFeed {
    enum Format {
        case atom, json

        var path: String {
            switch self {
            case .atom: "/articles/feed.atom"
            case .json: "/articles/feed.json"
            }
        }

        var mediaType: String {
            switch self {
            case .atom: "application/atom+xml"
            case .json: "application/feed+json"
            }
        }
    }

    let query: ArticleQuery
    let page: ArticleListPage
    let publisher: Publisher
    let base: String

    func document(_ format: Format) throws -> [UInt8] {
        switch format {
        case .atom: Array(atom.document.utf8)
        case .json: Array(try JSON.encoder.encode(jsonFeed))
        }
    }

    private var phrases: ArticlePhrases { ArticlePhrases(query.language) }

    private var home: String { "\(base)/articles?language=\(query.language.rawValue)" }

    private func address(of format: Format, after cursor: Article.ID?) -> String {
        base + format.path + query.parameters(after: cursor, isLanguageNamed: true)
    }

    private static func time(_ day: CivilDate) -> String { day.startInUTC.formatted(.iso8601) }

    /// What stays the same when the address of the service or the title of a text changes.
    private func identifier(of article: Article) -> String {
        let language = article.text(in: query.language).language
        return "tag:\(publisher.sender),2026:articles/\(language.rawValue)/\(article.id.rawValue)"
    }

    private var jsonFeed: JSONFeed {
        JSONFeed(
            title: phrases("page.articles"), description: phrases("page.articles.about"), home: home,
            address: address(of: .json, after: query.cursor), language: query.language.rawValue,
            authors: [JSONFeed.Author(name: "Breathe Easy", url: "\(base)/about")],
            next: page.next.map { address(of: .json, after: $0) },
            items: page.articles.map { article in
                let text = article.text(in: query.language)
                return JSONFeed.Item(
                    id: identifier(of: article), url: article.address(in: text.language, base: base),
                    title: text.title, summary: text.summary, content: content(of: article),
                    language: text.language.rawValue, published: Self.time(article.published),
                    modified: Self.time(article.updated),
                    tags: article.keywords.map { $0.name(in: query.language) },
                    authors: article.expertise?.byline.map { [JSONFeed.Author(name: $0, url: nil)] })
            })
    }

    /// The disclaimer, what has been corrected since the first version, and the body.
    private func content(of article: Article) -> String {
        let corrections = (article.expertise?.corrections ?? []).map { correction in
            phrases("article.corrected", ["day": phrases.day(correction.day), "what": correction.what])
        }
        let notes = ([phrases.disclaimer(of: article)] + corrections).map { Markup("p", [Markup("em", $0)]) }
        return notes.map(\.source).joined() + article.html(in: query.language, base: base)
    }

    private var atom: XML {
        let changed = page.articles.map(\.updated).max() ?? CivilDate(daysSinceEpoch: 0)
        let next = page.next.map {
            [Self.link("next", address(of: .atom, after: $0), Format.atom.mediaType)]
        }
        return XML(
            "feed",
            ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": query.language.rawValue],
            [
                XML(
                    "id",
                    "tag:\(publisher.sender),2026:articles\(query.parameters(after: nil, isLanguageNamed: true))"
                ),
                XML("title", phrases("page.articles")), XML("subtitle", phrases("page.articles.about")),
                XML("updated", Self.time(changed)), XML("author", [XML("name", "Breathe Easy")]),
                Self.link("self", address(of: .atom, after: query.cursor), Format.atom.mediaType),
                Self.link("alternate", home, "text/html"),
            ] + (next ?? []) + page.articles.map(entry))
    }

    private func entry(_ article: Article) -> XML {
        let text = article.text(in: query.language)
        return XML(
            "entry", ["xml:lang": text.language.rawValue],
            [
                XML("id", identifier(of: article)), XML("title", text.title),
                XML("updated", Self.time(article.updated)), XML("published", Self.time(article.published)),
                Self.link("alternate", article.address(in: text.language, base: base), "text/html"),
            ] + (article.expertise?.byline.map { [XML("author", [XML("name", $0)])] } ?? []) + [
                XML("summary", text.summary), XML("content", ["type": "html"], text: content(of: article)),
            ]
                + article.keywords.map { keyword in
                    XML("category", ["term": keyword.id, "label": keyword.name(in: query.language)])
                })
    }

    private static func link(_ relation: String, _ address: String, _ type: String) -> XML {
        XML("link", ["rel": relation, "type": type, "href": address])
    }
}

/// A JSON Feed; its names are those of the format.
private struct JSONFeed: Encodable {
    struct Author: Encodable {
        let name: String
        let url: String?
    }

    struct Item: Encodable {
        enum CodingKeys: String, CodingKey {
            case id, url, title, summary, language, tags, authors
            case content = "content_html"
            case published = "date_published"
            case modified = "date_modified"
        }

        let id: String
        let url: String
        let title: String
        let summary: String
        let content: String
        let language: String
        let published: String
        let modified: String
        let tags: [String]
        /// Only of articles of experts; the others have the author of the feed.
        let authors: [Author]?
    }

    enum CodingKeys: String, CodingKey {
        case version, title, description, language, authors, items
        case home = "home_page_url"
        case address = "feed_url"
        case next = "next_url"
    }

    let version = "https://jsonfeed.org/version/1.1"
    let title: String
    let description: String
    let home: String
    let address: String
    let language: String
    let authors: [Author]
    let next: String?
    let items: [Item]
}
