import API
import Articles
import People
import Storage

/// The articles with an index for each language, built when the server starts.
struct ArticleSearch: ArticleSearching {
    private let ids: [Article.ID]
    private let indexes: [Language: ArticleIndex]

    /// - Throws: An error of the index.
    init(_ library: ArticleLibrary) throws {
        ids = library.articles.map(\.id)
        indexes = try Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (language, try ArticleIndex(library.articles.map { ArticleEntry($0, in: language) }))
            })
    }

    func articles(for words: String, in language: Language) throws -> [Article.ID] {
        try indexes[language]?.entries(for: words).map { ids[$0] } ?? []
    }
}

extension ArticleEntry {
    /// What a reader of a language finds an article by: the text that is shown to them.
    fileprivate init(_ article: Article, in language: Language) {
        let text = article.text(in: language)
        self.init(
            title: text.title,
            keywords: article.keywords.map { $0.name(in: language) }.joined(separator: " "),
            summary: text.summary, body: text.plainBody)
    }
}
