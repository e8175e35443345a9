import Allergens
import Articles
import Authoring
import Foundation
import HTTP
import People
import Site

/// The page with the list of articles: a search, the subjects, and the articles.
struct ArticleListContent {
    let query: ArticleQuery
    let page: ArticleListPage
    let keywords: [ArticleKeyword]
    let phrases: ArticlePhrases
    let base: String
    let today: CivilDate

    /// The page; lists of results leave out what a search found.
    var content: ComposedContent {
        ComposedContent(
            title: phrases("page.articles"),
            about: query.words.isEmpty ? phrases("page.articles.about") : nil,
            head: head,
            content: [
                Markup("h1", phrases("page.articles")),
                Markup("p", ["class": "lead"], phrases("page.articles.about")), search,
                order,
            ] + chips + [list] + next + [feeds])
    }

    /// The page where there is no such article.
    static func unknown(_ phrases: ArticlePhrases) -> ComposedContent {
        ComposedContent(
            title: phrases("article.unknown"), about: nil, head: [],
            content: [
                Markup("h1", phrases("article.unknown")),
                Markup("p", [Markup("a", ["href": "/articles"], phrases("articles.all"))]),
            ])
    }

    /// What is at the address of an article that readers no longer see.
    static func retired(
        _ article: RetiredArticle, instead: [Article], _ phrases: ArticlePhrases
    ) -> ComposedContent {
        let day = CivilDate(at: article.retired, in: .gmt)
        let items = instead.map { Markup("li", $0.mention(phrases)) }
        let others =
            items.isEmpty ? [] : [Markup("p", phrases("article.retired.instead")), Markup("ul", items)]
        return ComposedContent(
            title: phrases("article.retired"), about: nil, head: [],
            content: [
                Markup("h1", phrases("article.retired")),
                Markup("p", phrases("article.retired.about", ["day": phrases.day(day)])),
            ] + others + [Markup("p", [Markup("a", ["href": "/articles"], phrases("articles.all"))])])
    }

    private var head: [Markup] {
        var others: [Markup] = Language.allCases.map { language in
            var other = ArticleQuery(language: language)
            other.keyword = query.keyword
            return alternate(language.rawValue, address(of: other))
        }
        var readers = ArticleQuery(language: query.language)
        readers.keyword = query.keyword
        others.append(
            alternate(
                "x-default", "/articles\(readers.parameters(after: nil, isLanguageNamed: false))"))
        return [
            Markup(
                void: "link",
                ["rel": "canonical", "href": base + address(of: query, after: query.cursor)])
        ] + others
            + [ArticleFeed.Format.atom, .json].map { format in
                Markup(
                    void: "link",
                    [
                        "rel": "alternate", "type": format.mediaType, "title": phrases("page.articles"),
                        "href": format.path + "?language=\(query.language.rawValue)",
                    ])
            }
    }

    private func alternate(_ language: String, _ path: String) -> Markup {
        Markup(void: "link", ["rel": "alternate", "hreflang": language, "href": base + path])
    }

    private func address(of query: ArticleQuery, after cursor: Article.ID? = nil) -> String {
        "/articles\(query.parameters(after: cursor, isLanguageNamed: true))"
    }

    private var search: Markup {
        let kept: [Markup] = [
            query.keyword.map { Markup(void: "input", ["type": "hidden", "name": "keyword", "value": $0]) },
            query.order.map {
                Markup(void: "input", ["type": "hidden", "name": "order", "value": $0.rawValue])
            },
        ].compactMap { $0 }
        return Markup(
            "form",
            ["action": "/articles", "method": "get", "role": "search", "class": "line article-search"],
            kept + [
                Markup("label", ["for": "words", "class": "unseen"], phrases("articles.search")),
                Markup(
                    void: "input",
                    [
                        "class": "field", "id": "words", "name": "q", "type": "search",
                        "maxlength": "\(ArticleQuery.mostCharacters)", "value": query.words,
                        "placeholder": phrases("articles.search"), "autocomplete": "off",
                    ]),
                Markup("button", ["class": "main", "type": "submit"], phrases("place.find.go")),
            ])
    }

    /// The choice of order, as links that keep what was searched.
    private var order: Markup {
        let isSearch = !query.words.isEmpty
        var ways: [(order: ArticleOrder?, name: String)] = [
            (order: nil, name: phrases(isSearch ? "articles.order.best" : "articles.order.newest")),
            (order: .topic, name: phrases("articles.order.topic")),
            (order: .title, name: phrases("articles.order.title")),
        ]
        if isSearch { ways.insert((order: .newest, name: phrases("articles.order.newest")), at: 1) }
        let own: ArticleOrder? = !isSearch && query.order == .newest ? nil : query.order
        let links = ways.enumerated().flatMap { place, way in
            (place > 0 ? [Markup.text(" · ")] : []) + [link(way.name, to: way.order, isOwn: way.order == own)]
        }
        return Markup(
            "p", ["class": "small article-order"], [.text("\(phrases("articles.order")) ")] + links)
    }

    private func link(_ name: String, to order: ArticleOrder?, isOwn: Bool) -> Markup {
        var other = query
        (other.order, other.cursor) = (order, nil)
        let address = "/articles\(other.parameters(after: nil, isLanguageNamed: false))"
        return isOwn
            ? Markup("a", ["aria-current": "true", "href": address], name)
            : Markup("a", ["href": address], name)
    }

    private var chips: [Markup] {
        guard !keywords.isEmpty else { return [] }
        let all = chip(phrases("articles.all"), isOwn: query.keyword == nil, leadingTo: nil)
        return [
            Markup(
                "nav", ["class": "chips", "aria-label": phrases("articles.keywords")],
                [all]
                    + keywords.map {
                        chip($0.name(in: query.language), isOwn: $0.id == query.keyword, leadingTo: $0)
                    })
        ]
    }

    private func chip(_ name: String, isOwn: Bool, leadingTo keyword: ArticleKeyword?) -> Markup {
        var other = query
        (other.keyword, other.cursor) = (keyword?.id, nil)
        let address = "/articles\(other.parameters(after: nil, isLanguageNamed: false))"
        return isOwn
            ? Markup("a", ["class": "chip own", "aria-current": "true", "href": address], name)
            : Markup("a", ["class": "chip", "href": address], name)
    }

    private var list: Markup {
        guard !page.articles.isEmpty
        else { return Markup("p", ["class": "part card", "role": "status"], phrases("articles.none")) }
        return Markup(
            "section", ["class": "part card"],
            [
                Markup(
                    "p", ["class": "hint", "role": "status"], phrases.counted("articles.found", page.total)),
                Markup("ul", ["class": "rows"], page.articles.map(row)),
            ])
    }

    private func row(_ article: Article) -> Markup {
        let text = article.text(in: query.language)
        let isOld = article.isOld(on: today)
        return Markup(
            "li",
            picture(of: article) + [
                Markup(
                    "div", ["class": "what", "lang": text.language.rawValue],
                    [
                        Markup("a", ["class": "article-title", "href": article.path], text.title),
                        Markup("p", text.summary),
                    ] + (article.expertise.map { [$0.badge(phrases)] } ?? []) + [
                        Markup(
                            "p", ["class": "small", "lang": query.language.rawValue],
                            phrases.day(article.published)
                                + (isOld ? " · " + phrases("article.isOld") : ""))
                    ] + subjects(of: article))
            ])
    }

    /// The picture beside what an article says, with what it shows in the language of the text.
    private func picture(of article: Article) -> [Markup] {
        guard let picture = article.picture(in: query.language) else { return [] }
        return [
            Markup(
                void: "img",
                [
                    "class": "article-small", "src": ArticlePictureSize.list.path(of: picture.path),
                    "alt": picture.alternative,
                    "lang": article.text(in: query.language).language.rawValue, "width": "64", "height": "64",
                    "loading": "lazy",
                ])
        ]
    }

    private func subjects(of article: Article) -> [Markup] {
        guard !article.keywords.isEmpty else { return [] }
        let names = article.keywords.map { $0.name(in: query.language) }.joined(separator: " · ")
        return [
            Markup(
                "p", ["class": "small article-subjects", "lang": query.language.rawValue],
                [Markup("span", ["class": "unseen"], "\(phrases("articles.keywords")): "), .text(names)])
        ]
    }

    private var next: [Markup] {
        guard let next = page.next else { return [] }
        let address = "/articles\(query.parameters(after: next, isLanguageNamed: false))"
        return [
            Markup(
                "p",
                [Markup("a", ["class": "quiet", "rel": "next", "href": address], phrases("articles.more"))])
        ]
    }

    private var feeds: Markup {
        let language = "?language=\(query.language.rawValue)"
        return Markup(
            "p", ["class": "small article-feeds"],
            [
                .text("\(phrases("articles.feeds")) "),
                Markup("a", ["href": ArticleFeed.Format.atom.path + language], "Atom"), .text(" · "),
                Markup("a", ["href": ArticleFeed.Format.json.path + language], "JSON Feed"),
            ])
    }
}
