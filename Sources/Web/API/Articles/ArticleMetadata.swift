import Allergens
import Articles
import Foundation
import People
import Site

/// What an article's page says of itself in its head: for search engines, and for programs that show a preview.
struct ArticleMetadata {
    let article: Article
    let text: ArticleText
    let phrases: ArticlePhrases
    let base: String

    private var address: String { article.address(in: text.language, base: base) }

    private var expertsPicture: ArticleExpertise.Picture? { article.expertise?.picture }

    /// The address of the picture that an expert has chosen, or else of one that has the title and the drawing.
    private var picture: String {
        expertsPicture.map { base + $0.path }
            ?? "\(base)\(article.path)/\(ArticlePreview.file)?language=\(text.language.rawValue)"
    }

    /// The elements of the head.
    ///
    /// - Throws: An error of the encoder.
    func head() throws -> [Markup] {
        let named = [
            ("og:type", "article"), ("og:site_name", "Breathe Easy"), ("og:title", text.title),
            ("og:description", text.summary), ("og:url", address), ("og:locale", text.language.rawValue),
            ("og:image", picture), ("og:image:alt", expertsPicture?.alternative(in: text) ?? text.title),
            ("article:published_time", article.published.description),
            ("article:modified_time", article.updated.description),
        ]
        return [Markup(void: "link", ["rel": "canonical", "href": address])] + alternates
            + named.map { Markup(void: "meta", ["property": $0, "content": $1]) }
            + [
                Markup(void: "meta", ["name": "twitter:card", "content": "summary_large_image"]),
                try .data(document, type: "application/ld+json"),
            ]
    }

    /// The same article in its other languages, and in that of its reader.
    private var alternates: [Markup] {
        article.texts.keys.sorted { $0.rawValue < $1.rawValue }.map { language in
            alternate(language.rawValue, article.address(in: language, base: base))
        } + [alternate("x-default", base + article.path)]
    }

    private func alternate(_ language: String, _ address: String) -> Markup {
        Markup(void: "link", ["rel": "alternate", "hreflang": language, "href": address])
    }

    private var author: LinkedAuthor {
        article.expertise?.byline.map { LinkedAuthor(type: "Person", name: $0, url: nil) }
            ?? LinkedAuthor(type: "Organization", name: "Breathe Easy", url: base)
    }

    private var document: LinkedArticle {
        LinkedArticle(
            headline: text.title, description: text.summary, image: picture, url: address,
            mainEntityOfPage: address,
            inLanguage: text.language.rawValue, datePublished: article.published.description,
            dateModified: article.updated.description,
            keywords: article.keywords.map { $0.name(in: text.language) },
            publisher: LinkedOrganisation(name: "Breathe Easy", url: base),
            author: author,
            citation: article.sources.map {
                LinkedWork(
                    name: $0.title, url: $0.address(base: base), datePublished: $0.date,
                    publisher: $0.publisher)
            })
    }
}

/// An article in the vocabulary of https://schema.org.
private struct LinkedArticle: Encodable {
    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case headline, description, image, url, mainEntityOfPage, inLanguage, datePublished, dateModified,
            keywords, publisher, author, citation, isAccessibleForFree
    }

    let context = "https://schema.org"
    let type = "Article"
    let headline: String
    let description: String
    let image: String
    let url: String
    let mainEntityOfPage: String
    let inLanguage: String
    let datePublished: String
    let dateModified: String
    let keywords: [String]
    let publisher: LinkedOrganisation
    let author: LinkedAuthor
    let citation: [LinkedWork]
    let isAccessibleForFree = true
}

private struct LinkedOrganisation: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, url
    }

    let type = "Organization"
    let name: String
    let url: String
}

private struct LinkedAuthor: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, url
    }

    let type: String
    let name: String
    let url: String?
}

private struct LinkedWork: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, url, datePublished, publisher
    }

    let type = "CreativeWork"
    let name: String
    let url: String
    let datePublished: String?
    let publisher: String
}
