package import Articles
package import Authoring
import Foundation
import HTTP
import Hummingbird
package import People

/// Finds articles by words.
package protocol ArticleSearching: Sendable {
    /// The articles whose text in a language has the words, or words that are spelled almost alike; the best first.
    func articles(for words: String, in language: Language) throws -> [Article.ID]
}

/// The articles of the program and those of experts, as they are published now.
package protocol ArticleShelving: Sendable {
    /// All articles in their latest versions.
    func shelf() async throws -> ArticleShelf
    /// A version of an article of an expert; `nil` if there is none.
    func article(_ id: Article.ID, version: Int) async throws -> Article?
    /// What is still said of an article that readers no longer see; `nil` if there was none.
    func retired(_ id: Article.ID) async throws -> RetiredArticle?
    /// The picture of a version of an article of an expert; `nil` if there is none.
    func picture(of id: Article.ID, version: Int) async throws -> ManuscriptPicture?
}

/// The articles, and what readers ask of them.
package struct ArticleShelf: Sendable {
    package let library: ArticleLibrary
    package let search: any ArticleSearching

    package init(library: ArticleLibrary, search: any ArticleSearching) {
        (self.library, self.search) = (library, search)
    }

    /// The articles on the subjects of one that is retired, those with most of them first.
    func articles(insteadOf retired: RetiredArticle) -> [Article] {
        let shared = library.articles.map { article in
            (article, article.keywords.count { retired.keywords.contains($0.id) })
        }
        return shared.filter { $0.1 > 0 }.sorted { ($1.1, $0.0.id.rawValue) < ($0.1, $1.0.id.rawValue) }
            .prefix(Self.mostInstead).map { $0.0 }
    }

    /// Articles that are named where another was: as many as one looks at.
    private static let mostInstead = 3

    /// The page of the list that a query asks for, in the order that it names, or else the best or newest first.
    func page(_ query: ArticleQuery) throws -> ArticleListPage {
        let found = try ordered(matches(of: query), query)
        let fitting =
            query.keyword.map { id in found.filter { $0.keywords.contains { $0.id == id } } } ?? found
        let rest = query.cursor.map { last in fitting.drop { $0.id != last }.dropFirst() } ?? fitting[...]
        let articles = Array(rest.prefix(query.limit))
        return ArticleListPage(
            articles: articles, total: fitting.count, next: rest.count > query.limit ? articles.last?.id : nil
        )
    }

    /// The articles with the words of a query, the best first, or else all of them, the newest first.
    private func matches(of query: ArticleQuery) throws -> [Article] {
        guard !query.words.isEmpty else { return library.articles }
        return try search.articles(for: query.words, in: query.language).compactMap { library[$0] }
    }

    /// Articles in the order that a query names, or else as they were found.
    private func ordered(_ found: [Article], _ query: ArticleQuery) -> [Article] {
        guard let order = query.order else { return found }
        switch order {
        case .newest: return found.sorted { ($1.published, $0.id) < ($0.published, $1.id) }
        case .title:
            return found.map { (title: $0.text(in: query.language).sortedTitle, article: $0) }
                .sorted { ($0.title, $0.article.id) < ($1.title, $1.article.id) }.map { $0.article }
        case .topic:
            return found.map { (topic: $0.sortedTopic(in: query.language), article: $0) }
                .sorted { ($0.topic, $0.article.id) < ($1.topic, $1.article.id) }.map { $0.article }
        }
    }
}

extension Article {
    /// Its first subject and its title, as both are compared with others; what has no subject comes last.
    fileprivate func sortedTopic(in language: Language) -> String {
        let subject = keywords.first.map { $0.name(in: language).foldedForOrder }
        // The separators come before and after all that is in names.
        return "\(subject ?? "\u{10FFFF}")\u{1}\(text(in: language).sortedTitle)"
    }
}

extension ArticleText {
    /// The title as it is compared with others: without case, accents and marks before its first word.
    fileprivate var sortedTitle: String {
        String(title.drop { !$0.isLetter && !$0.isNumber }).foldedForOrder
    }
}

extension String {
    /// The text without case and accents.
    fileprivate var foldedForOrder: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

/// In which order readers see a list of articles.
enum ArticleOrder: String, CaseIterable {
    case newest, topic, title
}

/// Which articles a reader asks for.
struct ArticleQuery {
    let language: Language
    /// Nothing for all articles.
    var words = ""
    /// The identifier of a subject; no article has one that is unknown.
    var keyword: String?
    /// Nothing for the best first in a search, and the newest first without one.
    var order: ArticleOrder?
    /// The last article of the page before.
    var cursor: Article.ID?
    var limit = ArticleQuery.limits.upperBound

    /// The numbers of articles on a page; the largest is the usual one.
    static let limits = 1...50
    /// The most characters of a search.
    static let mostCharacters = 100
}

/// A page of the list of articles.
struct ArticleListPage {
    let articles: [Article]
    /// How many articles all pages have.
    let total: Int
    /// Where the next page begins: after this article; `nil` on the last page.
    let next: Article.ID?
}

extension ArticleQuery {
    /// The query with its parameters for the page that begins after an article.
    func parameters(after cursor: Article.ID?, isLanguageNamed: Bool) -> String {
        let parts = [
            ("language", isLanguageNamed ? language.rawValue : nil), ("q", words.isEmpty ? nil : words),
            ("keyword", keyword), ("order", order?.rawValue),
            ("limit", limit == Self.limits.upperBound ? nil : "\(limit)"),
            ("cursor", cursor?.rawValue),
        ].compactMap { name, value in value.map { "\(name)=\($0.urlQueryEncoded)" } }
        return parts.isEmpty ? "" : "?\(parts.joined(separator: "&"))"
    }
}

extension Request {
    /// The articles that `language`, `q`, `keyword`, `order`, `limit` and `cursor` ask for.
    func articleQuery(of library: ArticleLibrary) throws -> ArticleQuery {
        var query = ArticleQuery(language: try language("language") ?? preferredLanguage)
        if let words = words("q") {
            guard (1...ArticleQuery.mostCharacters).contains(words.unicodeScalars.count) else {
                throw Problem.parameter("q", "q has 1 to \(ArticleQuery.mostCharacters) characters.")
            }
            query.words = words
        }
        query.keyword = text("keyword")
        if let order = text("order") {
            guard let known = ArticleOrder(rawValue: order) else {
                let names = ArticleOrder.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.parameter("order", "order is one of \(names).")
            }
            query.order = known
        }
        if let limit = text("limit") {
            guard let number = Int(limit), ArticleQuery.limits.contains(number) else {
                let limits = ArticleQuery.limits
                throw Problem.parameter(
                    "limit", "limit is a whole number from \(limits.lowerBound) to \(limits.upperBound).")
            }
            query.limit = number
        }
        if let cursor = text("cursor") {
            guard let id = Article.ID(cursor)
            else { throw Problem.parameter("cursor", "cursor is what the link to the next page says.") }
            query.cursor = id
        }
        return query
    }
}
