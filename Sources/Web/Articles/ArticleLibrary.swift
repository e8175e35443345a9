package import Allergens
import Foundation

/// Articles in the order in which readers meet them, the newest first.
package struct ArticleLibrary: Sendable {
    /// The newest first; those of a day by their names.
    package let articles: [Article]
    /// The subjects of the articles, those of many articles first.
    package let keywords: [ArticleKeyword]
    private let places: [Article.ID: Int]

    package init(_ articles: [Article]) {
        self.articles = articles.sorted { ($1.published, $0.id) < ($0.published, $1.id) }
        places = Dictionary(uniqueKeysWithValues: self.articles.enumerated().map { ($1.id, $0) })
        let counts = Dictionary(articles.flatMap(\.keywords).map { ($0, 1) }, uniquingKeysWith: +)
        keywords = counts.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }.map(\.key)
    }

    package subscript(id: Article.ID) -> Article? { places[id].map { articles[$0] } }

    /// The article of a day: another one each day, and the same for everybody.
    ///
    /// - Returns: `nil` when none of the articles is recent enough.
    package func article(of day: CivilDate) -> Article? {
        let recent = articles.filter { !$0.isOld(on: day) && $0.published <= day }.sorted { $0.id < $1.id }
        guard !recent.isEmpty else { return nil }
        let place = day.daysSinceEpoch % recent.count
        return recent[place < 0 ? place + recent.count : place]
    }
}

extension ArticleLibrary {
    /// The articles that are part of the program.
    ///
    /// - Throws: ``ArticleMistake`` for the first file that is not as it should be.
    package static func builtIn() throws(ArticleMistake) -> ArticleLibrary {
        try ArticleLibrary(files: builtInFiles)
    }

    /// The subjects that articles can have, by their identifiers.
    ///
    /// - Throws: ``ArticleMistake`` if the file of their names is not as it should be.
    package static func builtInKeywords() throws(ArticleMistake) -> [String: ArticleKeyword] {
        try ArticleReader.keywords(of: builtInFiles)
    }

    private static var builtInFiles: [String: String] {
        let folder = "Texts/"
        var files: [String: String] = [:]
        for (path, text) in EmbeddedFiles.all where path.hasPrefix(folder) {
            files[String(path.dropFirst(folder.count))] = text
        }
        return files
    }

    /// Reads the folder of each article, and `keywords.json`.
    ///
    /// - Parameter files: The texts of the files by their paths, such as `hay-fever/en.md`.
    /// - Throws: ``ArticleMistake`` for the first file that is not as it should be.
    package init(files: [String: String]) throws(ArticleMistake) {
        let reader = try ArticleReader(files: files)
        var articles: [Article] = []
        for slug in Set(files.keys.filter { $0.contains("/") }.map { $0.prefix { $0 != "/" } }).sorted() {
            articles.append(try reader.article(String(slug)))
        }
        self.init(articles)
    }
}
