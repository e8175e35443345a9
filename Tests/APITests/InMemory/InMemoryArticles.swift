import Articles
import Authoring
import Guide
import People
import SampleTesting

@testable import API

/// Two articles or others that ship, and those that were published; a search finds those with all of its words.
struct InMemoryArticles: ArticleShelving {
    static let library = (try? ArticleLibrary(files: SampleArticles.files)) ?? ArticleLibrary([])
    static let keywords = Dictionary(
        library.keywords.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    let submissions: InMemorySubmissions
    private let shipped: ArticleLibrary

    init(_ submissions: InMemorySubmissions, shipped: ArticleLibrary = InMemoryArticles.library) {
        (self.submissions, self.shipped) = (submissions, shipped)
    }

    func shelf() async throws -> ArticleShelf {
        let names = Set(submissions.published.value.map(\.name))
        var articles = shipped.articles
        for name in names {
            let versions = submissions.published.value.filter { $0.name == name }
            if let article = versions.last.flatMap({ Article($0, keywords: Self.keywords) }) {
                articles.append(article)
            }
        }
        let library = ArticleLibrary(articles)
        return ArticleShelf(library: library, search: InMemorySearch(library: library))
    }

    func article(_ id: Article.ID, version: Int) async throws -> Article? {
        submissions.published.value.first { $0.name == id.rawValue && $0.version == version }
            .flatMap { Article($0, keywords: Self.keywords) }
    }

    func retired(_ id: Article.ID) async throws -> RetiredArticle? { submissions.retired.value[id.rawValue] }

    func picture(of id: Article.ID, version: Int) async throws -> ManuscriptPicture? {
        let found = submissions.published.value.first { $0.name == id.rawValue && $0.version == version }
        return found?.picture.map { ManuscriptPicture($0, [0xFF, 0xD8]) }
    }
}

/// Finds the articles with all words.
private struct InMemorySearch: ArticleSearching {
    let library: ArticleLibrary

    func articles(for words: String, in language: Language) throws -> [Article.ID] {
        let wanted = Set(GuideQuestion.words(of: words))
        return library.articles.filter { article in
            let text = article.text(in: language)
            let known = GuideQuestion.words(of: "\(text.title) \(text.summary) \(text.plainBody)")
            return !wanted.isEmpty && wanted.isSubset(of: known)
        }.map(\.id)
    }
}
