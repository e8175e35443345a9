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
                Markup("article", ["class": "part card article"], [head] + notes + [acts] + picture + [body]),
                sources,
            ] + history)
    }

    /// What readers read, without the ways to other pages: for those who still work on it.
    var reading: [Markup] {
        [Markup("article", ["class": "article"], [head] + notes + picture + [body]), sources]
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
            ] + byline + [Markup("p", ["class": "small"], phrases("article.published", days)), chips])
    }

    private var byline: [Markup] { article.expertise.map { [$0.badge(phrases)] } ?? [] }

    private var picture: [Markup] {
        article.picture(in: phrases.language).map { path, alternative in
            [
                Markup(
                    "p", ["class": "article-picture", "lang": text.language.rawValue],
                    [Self.sized(path, Markup(void: "img", ["src": path, "alt": alternative]))])
            ]
        } ?? []
    }

    /// A picture with its smaller size for small screens, if it has one.
    private static func sized(_ path: String, _ image: Markup) -> Markup {
        let small = ArticlePictureSize.phone.path(of: path)
        guard small != path else { return image }
        let media = "(max-width: \(ArticlePictureSize.widestPhone)px)"
        return Markup("picture", [Markup(void: "source", ["media": media, "srcset": small]), image])
    }

    /// The corrections, each with a way to what was there before.
    private var history: [Markup] {
        guard let expertise = article.expertise, !expertise.corrections.isEmpty else { return [] }
        let lines = expertise.corrections.map { correction in
            Markup(
                "li",
                [
                    .text(
                        phrases(
                            "article.corrected",
                            ["day": phrases.day(correction.day), "what": correction.what]) + " "),
                    Markup(
                        "a",
                        ["href": "\(article.path)?version=\(correction.version - 1)", "rel": "nofollow"],
                        phrases("article.before")),
                ])
        }
        return [
            Markup(
                "section", ["class": "part card", "aria-labelledby": "history-heading"],
                [
                    Markup("h2", ["id": "history-heading"], phrases("article.history")),
                    Markup("ul", ["class": "article-history"], lines),
                ])
        ]
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
        if article.isFormer {
            notes.append(
                Markup(
                    "p", ["class": "note old", "id": "former"],
                    [
                        .text("\(phrases("article.former")) "),
                        Markup("a", ["href": article.path], phrases("article.latest")),
                    ]))
        }
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
                    .text("\(phrases.disclaimer(of: article)) "),
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
                .text(". \([source.publisher, date(source)].compactMap(\.self).joined(separator: ", "))."),
            ])
    }

    /// When a source was published, or else when it was read.
    private func date(_ source: ArticleSource) -> String? {
        source.date ?? source.read.map { phrases("source.read", ["day": phrases.day($0)]) }
    }
}

extension Article {
    /// A link to it from other pages, with the badge if an expert has written it.
    func mention(_ phrases: ArticlePhrases) -> [Markup] {
        let text = text(in: phrases.language)
        let link = Markup("a", ["href": path, "lang": text.language.rawValue], text.title)
        return [link] + (expertise.map { [$0.badge(phrases)] } ?? [])
    }
}

extension ArticleExpertise {
    /// The name of the author, with the badge of what experts say.
    func badge(_ phrases: ArticlePhrases) -> Markup {
        let badge = Markup("span", ["class": "badge expert"], phrases("article.expert"))
        return Markup("p", ["class": "byline"], byline.map { [.text("\($0) "), badge] } ?? [badge])
    }
}
