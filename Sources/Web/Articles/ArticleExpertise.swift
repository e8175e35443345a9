package import Allergens
package import Authoring
import Foundation
import Markdown
package import People

/// What is known of an article that an expert has written.
package struct ArticleExpertise: Sendable, Hashable {
    /// A version, with what it corrects.
    package struct Version: Sendable, Hashable {
        /// Counted from 1.
        package let number: Int
        /// In the words of the author; `nil` for the first.
        package let correction: String?
        package let published: CivilDate
    }

    /// The picture above the text.
    package struct Picture: Sendable, Hashable {
        package let path: String
        /// What it shows, by language.
        package let alternatives: [Language: String]
    }

    /// The name of the author, if the author wants it to be known.
    package let byline: String?
    /// All versions, oldest first; none before it is published.
    package let versions: [Version]
    /// The version that this is.
    package let version: Int
    package let picture: Picture?
}

extension Article {
    /// An article of an expert; `nil` if its parts cannot be read, which a review does not let through.
    package init?(_ published: PublishedArticle, keywords: [String: ArticleKeyword]) {
        let versions = published.versions.map { version in
            ArticleExpertise.Version(
                number: version.number, correction: version.correction,
                published: CivilDate(at: version.published, in: .gmt))
        }
        guard let id = ID(published.name), let first = versions.first,
            let own = versions.first(where: { $0.number == published.version })
        else { return nil }
        let path = "/articles/\(id.rawValue)/\(published.version)/picture"
        self.init(
            published.manuscript, id: id, published: first.published, reviewed: own.published,
            keywords: keywords,
            expertise: ArticleExpertise(
                byline: published.byline, versions: versions, version: published.version,
                picture: published.picture.map { _ in
                    ArticleExpertise.Picture(path: path, alternatives: published.manuscript.alternatives)
                }))
    }

    /// What is being written, as readers would see it if it were published on a day; `nil` before it has a text that
    /// can be read.
    ///
    /// - Parameters:
    ///   - submission: The article.
    ///   - picture: Where readers of this can get its picture.
    ///   - keywords: The subjects that there are.
    ///   - day: The day.
    package init?(
        previewing submission: ExpertArticle, picture: String, keywords: [String: ArticleKeyword],
        on day: CivilDate
    ) {
        guard let id = ID(submission.publication?.name ?? "draft") else { return nil }
        let manuscript = submission.manuscript
        self.init(
            manuscript, id: id, published: day, reviewed: day, keywords: keywords,
            expertise: ArticleExpertise(
                byline: manuscript.byline.isEmpty ? nil : manuscript.byline, versions: [], version: 1,
                picture: submission.picture.map { _ in
                    ArticleExpertise.Picture(path: picture, alternatives: manuscript.alternatives)
                }))
    }

    private init?(
        _ manuscript: Manuscript, id: ID, published: CivilDate, reviewed: CivilDate,
        keywords: [String: ArticleKeyword], expertise: ArticleExpertise
    ) {
        var texts: [Language: ArticleText] = [:]
        for text in manuscript.texts {
            guard let body = try? MarkdownDocument(text.body) else { continue }
            texts[text.language] = ArticleText(
                language: text.language, title: text.title, summary: text.summary, body: body)
        }
        guard !texts.isEmpty else { return nil }
        self.init(
            id: id, published: published, reviewed: reviewed,
            reviewAgain: manuscript.reviewAgain ?? reviewed,
            keywords: manuscript.keywords.compactMap { keywords[$0] },
            sources: manuscript.sources.map(ArticleSource.init), texts: texts, expertise: expertise)
    }
}

extension Manuscript {
    /// What the picture shows, by language.
    fileprivate var alternatives: [Language: String] {
        Dictionary(texts.map { ($0.language, $0.alternative) }) { first, _ in first }
    }
}

extension ArticleSource {
    fileprivate init(_ source: ManuscriptSource) {
        self.init(title: source.title, publisher: source.publisher, url: source.url, date: source.date)
    }
}
