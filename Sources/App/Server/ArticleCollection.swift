import API
import Articles
import Authoring
import Storage

/// The articles of the program, and those of experts as they are published now, with an index of both.
///
/// Before each answer it looks whether something was published, corrected or retired, by this process or another. That
/// takes microseconds. Then it reads the articles of experts anew.
actor ArticleCollection: ArticleShelving {
    private let store: SQLiteStore
    private let builtIn: ArticleLibrary
    nonisolated let keywords: [String: ArticleKeyword]
    private var current: ArticleShelf
    /// The edition that ``current`` has; `nil` before the first look.
    private var edition: Int64?
    private var isReading = false

    /// - Throws: An error of the articles of the program, or of their index.
    init(in store: SQLiteStore) throws {
        self.store = store
        keywords = try ArticleLibrary.builtInKeywords()
        builtIn = try ArticleLibrary.builtIn()
        current = ArticleShelf(library: builtIn, search: try ArticleSearch(builtIn))
    }

    /// All articles; while they are read anew, others get those from before.
    func shelf() async throws -> ArticleShelf {
        // Who cannot use the storage can still read what is known.
        guard !isReading, let newest = try? store.articleEdition(), newest != edition else { return current }
        isReading = true
        defer { isReading = false }
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

    func picture(of id: Article.ID, version: Int) async throws -> ManuscriptPicture? {
        try await store.publishedPicture(of: id.rawValue, version: version)
    }
}
