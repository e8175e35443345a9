import Allergens
import Articles
import People
import Site

/// The page of an article.
struct ArticleContent {
    let article: Article
    let phrases: ArticlePhrases
    let base: String
    let today: CivilDate

    private var text: ArticleText { article.text(in: phrases.language) }

    /// - Throws: An error of the encoder.
    func content() throws -> ComposedContent {
        ComposedContent(
            title: text.title, about: text.summary,
            head: try ArticleMetadata(article: article, text: text, phrases: phrases, base: base).head(),
            content: [
                Markup(
                    "p", ["class": "article-way"],
                    [Markup("a", ["href": "/articles"], phrases("articles.all"))]),
                Markup("article", ["class": "part card article"], [head] + notes + [acts, body]), sources,
            ])
    }

    private var head: Markup {
        let days = [
            "day": phrases.day(article.published), "reviewed": phrases.day(article.reviewed),
        ]
        return Markup(
            "header",
            [
                Markup("h1", ["lang": text.language.rawValue], text.title),
                Markup("p", ["class": "lead", "lang": text.language.rawValue], text.summary),
                Markup("p", ["class": "small"], phrases("article.published", days)), chips,
            ])
    }

    private var chips: Markup {
        Markup(
            "p", ["class": "chips"],
            article.keywords.map { keyword in
                Markup(
                    "a", ["class": "chip", "href": "/articles?keyword=\(keyword.id.urlQueryEncoded)"],
                    keyword.name(in: phrases.language))
            })
    }

    /// What readers should know before they read on.
    private var notes: [Markup] {
        var notes: [Markup] = []
        if article.isOld(on: today) {
            notes.append(note("old", phrases("article.old", ["day": phrases.day(article.reviewAgain)])))
        }
        if text.language != phrases.language {
            notes.append(
                note("fallback", phrases("article.fallback", ["language": phrases.name(of: text.language)])))
        }
        return notes + [
            Markup(
                "p", ["class": "note", "id": "disclaimer"],
                [
                    .text("\(phrases("article.disclaimer")) "),
                    Markup("a", ["href": "/emergency"], phrases("emergency.open")),
                ])
        ]
    }

    private func note(_ id: String, _ words: String) -> Markup {
        Markup("p", ["class": "note old", "id": id], words)
    }

    /// The buttons need scripts, which show them.
    private var acts: Markup {
        Markup(
            "p", ["class": "line article-acts"],
            [
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "share", "hidden": ""],
                    phrases("place.share")),
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "print", "hidden": ""],
                    phrases("shared.print")),
                Markup("span", ["class": "small", "id": "told", "role": "status"], ""),
            ])
    }

    private var body: Markup {
        Markup(
            "div", ["class": "article-body", "lang": text.language.rawValue],
            ArticleMarkup(sources: article.sources.count).content(of: text.body))
    }

    private var sources: Markup {
        Markup(
            "section", ["class": "part card", "aria-labelledby": "sources-heading"],
            [
                Markup("h2", ["id": "sources-heading"], phrases("article.sources")),
                Markup("ol", ["class": "article-sources"], article.sources.enumerated().map(source)),
            ])
    }

    private func source(_ place: Int, _ source: ArticleSource) -> Markup {
        Markup(
            "li", ["id": "source-\(place + 1)"],
            [
                Markup("a", ["href": source.url, "rel": "noopener"], source.title),
                .text(". \([source.publisher, source.date].compactMap(\.self).joined(separator: ", "))."),
            ])
    }
}
