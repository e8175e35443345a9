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
    let picture: Picture?
    /// Who wrote it, if it was an expert.
    let expert: Expert?

    /// The picture above the text, and what it shows in the language of the title.
    struct Picture: Encodable {
        let path: String
        let alternative: String
    }

    /// The mark of what an expert has written.
    struct Expert: Encodable {
        /// Absent if the expert does not want to be named.
        let name: String?
    }

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
        picture = article.picture(in: language).map { Picture(path: $0.path, alternative: $0.alternative) }
        expert = article.expertise.map { Expert(name: $0.byline) }
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
        let read: String?
    }

    let article: ArticleSummary
    let disclaimer: String
    /// The body as HTML.
    let html: String
    let sources: [Source]
    /// The languages in which there is a text.
    let languages: [String]
    /// Only of articles of experts.
    let version: Int?
    let corrections: [Correction]?
    let picture: Picture?

    /// A later version, and what it has corrected.
    struct Correction: Encodable {
        let version: Int
        let day: String
        let what: String
    }

    struct Picture: Encodable {
        let url: String
        let alternative: String
    }

    init(_ article: Article, phrases: ArticlePhrases, base: String, on day: CivilDate) {
        self.article = ArticleSummary(article, in: phrases.language, on: day)
        disclaimer = phrases.disclaimer(of: article)
        html = article.html(in: phrases.language, base: base)
        sources = article.sources.map {
            Source(
                title: $0.title, publisher: $0.publisher, url: $0.address(base: base), date: $0.date,
                read: $0.read?.description)
        }
        languages = article.texts.keys.map(\.rawValue).sorted()
        let expertise = article.expertise
        version = expertise?.version
        corrections = expertise?.corrections.map {
            Correction(version: $0.version, day: $0.day.description, what: $0.what)
        }
        picture = article.picture(in: phrases.language).map {
            Picture(url: base + $0.path, alternative: $0.alternative)
        }
    }
}

extension Article {
    /// The path of the picture above the text, and what it shows in the text's language; `nil` if there is none.
    func picture(in language: Language) -> (path: String, alternative: String)? {
        let text = text(in: language)
        if let picture = expertise?.picture { return (picture.path, picture.alternative(in: text)) }
        return ownDrawing.map { ("/assets/\($0.file)", $0.alternatives[text.language] ?? "") }
    }
}

extension ArticleExpertise {
    /// The versions after the first, with what they have corrected, the latest first.
    var corrections: [(version: Int, day: CivilDate, what: String)] {
        versions.compactMap { version in
            version.correction.map { (version.number, version.published, $0) }
        }.reversed()
    }
}

extension ArticleExpertise.Picture {
    /// What it shows, in the language of the text beside it.
    func alternative(in text: ArticleText) -> String { alternatives[text.language] ?? "" }
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
