import Articles
import Guide
import People
import SampleTesting

@testable import API

/// Two articles; a search finds those with all of its words.
struct InMemoryArticles: ArticleSearching {
    static let library = (try? ArticleLibrary(files: SampleArticles.files)) ?? ArticleLibrary([])

    func articles(for words: String, in language: Language) throws -> [Article.ID] {
        let wanted = Set(GuideQuestion.words(of: words))
        return Self.library.articles.filter { article in
            let text = article.text(in: language)
            let known = GuideQuestion.words(of: "\(text.title) \(text.summary) \(text.plainBody)")
            return !wanted.isEmpty && wanted.isSubset(of: known)
        }.map(\.id)
    }
}
