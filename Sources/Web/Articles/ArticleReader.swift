import Allergens
import Foundation
import Markdown
import People
import Site

/// Reads articles from their files.
struct ArticleReader {
    /// What `article.json` holds.
    private struct Facts: Decodable {
        let published: String
        let reviewed: String
        let reviewAgain: String
        let keywords: [String]
        let disclaimer: ArticleDisclaimer
        let sources: [ArticleSource]
        let picture: Picture?
    }

    /// A drawing among the files of the site, and what it shows by language.
    private struct Picture: Decodable {
        let file: String
        let shows: [String: String]
    }

    private static let keywordFile = "keywords.json"

    private let files: [String: String]
    private let keywords: [String: ArticleKeyword]

    init(files: [String: String]) throws(ArticleMistake) {
        self.files = files
        keywords = try Self.keywords(of: files)
    }

    /// The subjects of articles by their identifiers.
    static func keywords(of files: [String: String]) throws(ArticleMistake) -> [String: ArticleKeyword] {
        var keywords: [String: ArticleKeyword] = [:]
        let read = try Self.read([String: [String: String]].self, Self.keywordFile, files)
        for (id, names) in read {
            let own = named(names)
            guard own.count == Language.allCases.count
            else {
                throw ArticleMistake(file: Self.keywordFile, problem: "\(id) has a name in every language")
            }
            keywords[id] = ArticleKeyword(id: id, names: own)
        }
        return keywords
    }

    func article(_ slug: String) throws(ArticleMistake) -> Article {
        let file = "\(slug)/article.json"
        guard let id = Article.ID(slug)
        else { throw ArticleMistake(file: slug, problem: "is no name of a–z, digits and hyphens") }
        let facts = try Self.read(Facts.self, file, files)
        guard let published = CivilDate(facts.published), let reviewed = CivilDate(facts.reviewed),
            let reviewAgain = CivilDate(facts.reviewAgain), reviewed < reviewAgain, published < reviewAgain
        else { throw ArticleMistake(file: file, problem: "has days in their order") }
        if let source = facts.sources.first(where: { !Self.isComplete($0) }) {
            throw ArticleMistake(
                file: file,
                problem: "\(source.title) has all its parts, and an https address or a page of this site")
        }
        return Article(
            id: id, published: published, reviewed: reviewed, reviewAgain: reviewAgain,
            keywords: try keywords(facts.keywords, file), sources: facts.sources, texts: try texts(slug),
            ownDrawing: try Self.drawing(facts.picture, file), disclaimer: facts.disclaimer)
    }

    private static func drawing(
        _ picture: Picture?, _ file: String
    ) throws(ArticleMistake) -> ArticleDrawing? {
        guard let picture else { return nil }
        let shows = named(picture.shows)
        guard shows.count == Language.allCases.count, SiteDrawing.svg(named: picture.file) != nil
        else {
            throw ArticleMistake(
                file: file, problem: "says in every language what \(picture.file) shows, which exists")
        }
        return ArticleDrawing(file: picture.file, alternatives: shows)
    }

    /// Texts by the languages that their keys name.
    private static func named(_ texts: [String: String]) -> [Language: String] {
        Language.allCases.reduce(into: [:]) { $0[$1] = texts[$1.rawValue] }
    }

    private func keywords(_ names: [String], _ file: String) throws(ArticleMistake) -> [ArticleKeyword] {
        var found: [ArticleKeyword] = []
        for name in names {
            guard let keyword = keywords[name]
            else { throw ArticleMistake(file: file, problem: "\(name) is in \(Self.keywordFile)") }
            found.append(keyword)
        }
        return found
    }

    private func texts(_ slug: String) throws(ArticleMistake) -> [Language: ArticleText] {
        var texts: [Language: ArticleText] = [:]
        for language in Language.allCases {
            let file = "\(slug)/\(language.rawValue).md"
            guard let text = files[file] else { continue }
            texts[language] = try ArticleText(language, text, file: file)
        }
        guard !texts.isEmpty else { throw ArticleMistake(file: slug, problem: "has a text in a language") }
        return texts
    }

    private static func isComplete(_ source: ArticleSource) -> Bool {
        guard MarkdownLink(source.url) != nil, !source.url.hasPrefix("#") else { return false }
        return ![source.title, source.publisher, source.date].contains("")
    }

    private static func read<Value: Decodable>(
        _ type: Value.Type, _ name: String, _ files: [String: String]
    ) throws(ArticleMistake) -> Value {
        guard let text = files[name], let value = try? JSONDecoder().decode(type, from: Data(text.utf8))
        else { throw ArticleMistake(file: name, problem: "is missing, or not of its form") }
        return value
    }
}
