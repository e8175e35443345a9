import API
import Articles
package import Authoring

/// The articles of experts, as readers see them.
package protocol PublicationStore: Sendable {
    /// A number that changes with what readers see; one small query.
    func articleEdition() async throws -> Int64
    /// The latest versions of all articles that are not retired.
    func publishedArticles() async throws -> [PublishedArticle]
    /// A version of an article that is not retired; `nil` if there is none.
    func publishedArticle(_ name: String, version: Int) async throws -> PublishedArticle?
    /// What is still said of an article that is retired; `nil` if there is none with the name.
    func retiredArticle(_ name: String) async throws -> RetiredArticle?
    /// The picture of a version of an article that is not retired.
    func publishedPicture(of name: String, version: Int) async throws -> ManuscriptPicture?
}

/// The articles of the program, and those of experts as they are published now, with an index of both.
///
/// Before each answer it looks whether something was published, corrected or retired, by this process or another. That
/// takes microseconds. Then it reads the articles of experts anew.
actor ArticleCollection: ArticleShelving {
    private let store: any PublicationStore
    private let builtIn: ArticleLibrary
    nonisolated let keywords: [String: ArticleKeyword]
    private var current: ArticleShelf
    /// The edition that ``current`` has; `nil` before the first look.
    private var edition: Int64?
    private var isReading = false

    /// - Throws: An error of the articles of the program, or of their index.
    init(in store: any PublicationStore) throws {
        self.store = store
        keywords = try ArticleLibrary.builtInKeywords()
        builtIn = try ArticleLibrary.builtIn()
        current = ArticleShelf(library: builtIn, search: try ArticleSearch(builtIn))
    }

    /// All articles; while they are read anew, others get those from before.
    func shelf() async throws -> ArticleShelf {
        // Who cannot use the storage can still read what is known.
        guard !isReading else { return current }
        isReading = true
        defer { isReading = false }
        guard let newest = try? await store.articleEdition(), newest != edition else { return current }
        guard let published = try? await store.publishedArticles() else { return current }
        let written = published.compactMap { Article($0, keywords: keywords) }
        if !written.isEmpty || current.library.articles.count != builtIn.articles.count {
            let library = ArticleLibrary(builtIn.articles + written)
            current = ArticleShelf(library: library, search: try ArticleSearch(library))
        }
        edition = newest
        return current
    }

    func article(_ id: Article.ID, version: Int) async throws -> Article? {
        try await store.publishedArticle(id.rawValue, version: version)
            .flatMap { Article($0, keywords: keywords) }
    }

    func retired(_ id: Article.ID) async throws -> RetiredArticle? {
        try await store.retiredArticle(id.rawValue)
    }

    func picture(of id: Article.ID, version: Int) async throws -> ManuscriptPicture? {
        try await store.publishedPicture(of: id.rawValue, version: version)
    }
}
