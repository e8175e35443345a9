import Allergens
import Articles
import Drawing
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import Testing

@testable import API
@testable import HTTP
@testable import Site

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The articles as JSON, as pages and as feeds.
@Suite struct ArticleRouteTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await api.test { try await $0.execute(uri: path, method: .get, headers: headers) }
    }

    private func text(_ path: String, language: String = "en") async throws -> String {
        String(buffer: try await get(path, [.acceptLanguage: language]).body)
    }

    private func json(_ path: String) async throws -> [String: Any] {
        let answer = try await get(path)
        #expect(answer.status == .ok, "\(path)")
        let tree = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
        return try #require(tree as? [String: Any])
    }

    private func ids(_ list: [String: Any]) -> [String] {
        (list["articles"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }

    // MARK: JSON

    @Test func `the list names each article in the language of the reader, or else in its own`() async throws
    {
        let list = try await json("/v1/articles?language=it")
        let articles = try #require(list["articles"] as? [[String: Any]])
        #expect(articles.compactMap { $0["language"] as? String } == ["it", "de"])
        #expect(articles.compactMap { $0["isOld"] as? Bool } == [false, true])
        #expect(articles.first?["title"] as? String == "Come si conta il polline")
        #expect(list["total"] as? Int == 2)
        let keywords = try #require(list["keywords"] as? [[String: String]])
        #expect(keywords.map { $0["name"] } == ["polline", "casa"])
    }

    @Test(arguments: [
        ("keyword=home", ["dust-at-home"]), ("keyword=snow", []), ("cursor=none", []),
        ("keyword=pollen", ["pollen-count", "dust-at-home"]),
        ("language=en&q=tape", ["pollen-count"]), ("language=de&q=milben&keyword=home", ["dust-at-home"]),
        ("language=en&q=snow", []), ("limit=1", ["pollen-count"]),
        ("limit=1&cursor=pollen-count", ["dust-at-home"]), ("cursor=dust-at-home", []),
        ("language=en&order=newest", ["pollen-count", "dust-at-home"]),
        // The first of its subjects is `home`, and in German `Zuhause`.
        ("language=en&order=topic", ["dust-at-home", "pollen-count"]),
        ("language=de&order=topic", ["pollen-count", "dust-at-home"]),
        ("language=en&order=topic&limit=1&cursor=dust-at-home", ["pollen-count"]),
        ("language=es&order=title", ["pollen-count", "dust-at-home"]),
        ("language=de&order=title", ["dust-at-home", "pollen-count"]),
    ])
    func `the list can be searched, filtered and paged`(query: String, expected: [String]) async throws {
        #expect(ids(try await json("/v1/articles?\(query)")) == expected)
    }

    @Test func `the link to the next page keeps what was asked for, and the last page has none`() async throws
    {
        let first = try await json("/v1/articles?language=de&keyword=pollen&order=newest&limit=1")
        let links = try #require(first["links"] as? [[String: String]])
        let next = "/v1/articles?language=de&keyword=pollen&order=newest&limit=1&cursor=pollen-count"
        #expect(links.map { $0["href"] } == ["https://breathe.example\(next)"])
        let second = try await json(next)
        #expect(ids(second) == ["dust-at-home"] && (second["links"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: [
        ("/articles", ["pollen-count", "dust-at-home"]),
        ("/articles?order=newest", ["pollen-count", "dust-at-home"]),
        ("/articles?order=topic", ["pollen-count", "dust-at-home"]),
        ("/articles?order=title", ["dust-at-home", "pollen-count"]),
        ("/articles?order=other", ["pollen-count", "dust-at-home"]),
    ])
    func `the page of the list is in the order that its reader chose`(
        path: String, expected: [String]
    ) async throws {
        let page = try await text(path, language: "de")
        let links = page.matches(of: /class="article-title" href="\/articles\/([a-z-]+)"/)
        #expect(links.map { String($0.output.1) } == expected)
        let own = try #require(page.firstMatch(of: /<a aria-current="true" href="([^"]*)">/))
        let chosen = ["topic", "title"].first { path.hasSuffix("order=\($0)") }
        #expect(own.output.1 == (chosen == nil ? "/articles" : path[...]))
        for order in ["topic", "title"] {
            let kept = #"<input type="hidden" name="order" value="\#(order)">"#
            #expect(page.contains(kept) == (order == chosen))
        }
    }

    @Test(arguments: [
        "q=", "limit=0", "limit=51", "limit=x", "cursor=%2F..", "language=xx", "order=other", "order=",
        "q=" + String(repeating: "a", count: 101),
    ])
    func `a parameter that cannot be is refused`(query: String) async throws {
        #expect(try await get("/v1/articles?\(query)").status == .badRequest)
        #expect(try await get("/articles/feed.atom?\(query)").status == .badRequest)
        #expect(try await get("/articles?\(query)").status == .ok)
    }

    @Test func `an article has its text as HTML, its sources and a disclaimer`() async throws {
        let article = try await json("/v1/articles/pollen-count?language=en")
        let html = try #require(article["html"] as? String)
        #expect(html.hasPrefix("<h2>The trap</h2>") && !html.contains("<script"))
        #expect(html.contains(#"href="https://breathe.example/places""#))
        #expect((article["sources"] as? [[String: String]])?.count == 2)
        let undated = try await json("/v1/articles/dust-at-home?language=de")
        #expect((undated["sources"] as? [[String: String]])?.first?["read"] == "2018-05-01")
        #expect((article["disclaimer"] as? String)?.isEmpty == false)
        for unknown in ["none", "POLLEN-COUNT", "..", "%00", String(repeating: "a", count: 61)] {
            #expect(try await get("/v1/articles/\(unknown)").status == .notFound, "\(unknown)")
        }
    }

    @Test func `the article of the day is one that is recent enough`() async throws {
        let answer = try await json("/v1/articleOfTheDay?language=de")
        let article = try #require(answer["article"] as? [String: Any])
        #expect(article["id"] as? String == "pollen-count")
        #expect(article["title"] as? String == "Wie Pollen gezählt werden")
    }

    // MARK: Pages

    @Test func `the page of the list has a search, subjects and the articles`() async throws {
        let page = try await text("/articles", language: "de")
        #expect(page.contains("<title>Artikel über Allergien</title>"))
        #expect(page.contains(#"<form action="/articles" method="get" role="search""#))
        #expect(page.contains(#"<a class="chip" href="/articles?keyword=home">Zuhause</a>"#))
        #expect(page.contains(#"href="/articles/dust-at-home">Hausstaub &amp; Milben</a>"#))
        #expect(page.contains("1. Mai 2018 · Prüfung überfällig"))
        #expect(page.contains(#"type="application/atom+xml""#))
        #expect(page.contains(#"hreflang="x-default" href="https://breathe.example/articles">"#))
        let found = try await text("/articles?q=%22%3E%3Cb%3E&keyword=home")
        #expect(found.contains("No article fits.") && found.contains(#"value="&quot;&gt;&lt;b&gt;""#))
        #expect(found.contains(#"<meta name="robots" content="noindex">"#))
    }

    @Test func `a list shows the picture of each article with its text, and its subjects`() async throws {
        var api = api
        api.shipped = try ArticleLibrary.builtIn()
        let first = try #require(api.shipped.articles.first)
        let picture = try #require(first.picture(in: .german))
        let names = first.keywords.map { $0.name(in: .german) }
        #expect(!names.isEmpty)
        try await api.test { client in
            let page = try await client.execute(uri: "/articles?language=de", method: .get)
            let text = String(buffer: page.body)
            let image = #"<img class="article-small" src="\#(picture.path)" alt="\#(picture.alternative)""#
            #expect(text.contains(image))
            #expect(text.contains("</span>\(names.joined(separator: " · "))</p>"))
            let list = try await client.execute(uri: "/v1/articles?language=de&limit=1", method: .get)
            let json = try JSONDecoder().decode(JSONTree.self, from: Data(list.body.readableBytesView))
            let article = try #require(json["articles"]?.elements.first)
            #expect(article["picture"]?["path"]?.string == picture.path)
            #expect(article["picture"]?["alternative"]?.string == picture.alternative)
            #expect(article["keywords"]?.elements.map { $0["name"]?.string } == names)
        }
        #expect(try await json("/v1/articles?language=de").description.contains("picture") == false)
        #expect(try await !text("/articles").contains("article-small"))
    }

    @Test(arguments: Language.allCases)
    func `each kind of article has a disclaimer of its own, on its page and in the feed`(
        language: Language
    ) async throws {
        let words = SiteWords(language)
        let kinds = ArticleDisclaimer.allCases.map { words.text("article.disclaimer.\($0.rawValue)") }
        #expect(Set(kinds).count == kinds.count && kinds.allSatisfy { !$0.hasPrefix("article.") })
        let id = try #require(Article.ID("anaphylaxis"))
        let article = try #require(try ArticleLibrary.builtIn()[id])
        let content = ArticleContent(
            article: article, phrases: ArticlePhrases(language), base: "", today: article.published)
        let page = content.reading.map(\.source).joined()
        let before = try #require(page.range(of: words.text("article.disclaimer.emergency")))
        let body = try #require(page.range(of: #"<div class="article-body""#))
        #expect(before.lowerBound < body.lowerBound)
        let counts = try await text("/articles/pollen-count", language: language.rawValue)
        #expect(counts.contains(words.text("article.disclaimer.data")))
        let feed = try await text("/articles/feed.json?language=\(language.rawValue)")
        #expect(feed.contains(words.text("article.disclaimer.data")))
    }

    @Test func `the page of an article says everything without a script`() async throws {
        let page = try await text("/articles/pollen-count")
        #expect(page.contains("<title>How pollen is counted</title>"))
        #expect(page.contains(#"<h1 lang="en">How pollen is counted</h1>"#))
        #expect(
            page.contains("Published on 1 March 2020, last checked against its sources on 15 March 2020."))
        let disclaimer = try #require(page.range(of: #"id="disclaimer""#))
        let body = try #require(page.range(of: #"<div class="article-body""#))
        #expect(disclaimer.lowerBound < body.lowerBound)
        #expect(page.contains(#"<li id="source-1"><a href="https://cen.example/16868" rel="noopener">"#))
        #expect(page.contains("Ambient air &lt;EN 16868&gt;</a>. CEN, 2019.</li>"))
        let undated = try await text("/articles/dust-at-home", language: "de")
        #expect(undated.contains("Hausstaub</a>. aha!, gelesen am 1. Mai 2018.</li>"))
        #expect(!page.contains("should have been reviewed") && !page.contains("alert(1)"))
        #expect(!page.contains("<noscript>"))
    }

    @Test(arguments: Language.allCases)
    func `every article that ships has a drawing of its own, and says what it shows`(
        language: Language
    ) throws {
        let articles = try ArticleLibrary.builtIn().articles
        #expect(Set(articles.compactMap(\.ownDrawing?.file)).count == articles.count)
        for article in articles {
            let picture = try #require(article.picture(in: language), "\(article.path)")
            #expect(picture.alternative.count > 10, "\(article.path) in \(language)")
            let drawing = SiteDrawing.svg(named: picture.path.replacing("/assets/", with: ""))
            let svg = try #require(drawing, "\(picture.path)")
            #expect(LineArt(svg: svg) != nil && svg.utf8.count < 4_096, "\(picture.path)")
        }
    }

    @Test func `a page names a picture for previews of links, in the language of its text`() async throws {
        let page = try await text("/articles/pollen-count", language: "de")
        let picture = "https://breathe.example/articles/pollen-count/preview.png?language=de"
        #expect(page.contains(#"<meta property="og:image" content="\#(picture)">"#))
        #expect(page.contains(#"<meta name="twitter:card" content="summary_large_image">"#))
        #expect(page.contains(#""image":"\#(picture)""#))
    }

    @Test func `a preview is drawn for what it says, once, with the drawing of the article`() async throws {
        var api = api
        api.shipped = try ArticleLibrary.builtIn()
        try await api.test { client in
            func ask(_ query: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
                let path = "/articles/anaphylaxis/preview.png\(query)"
                return try await client.execute(uri: path, method: .get, headers: headers)
            }
            let answer = try await ask("?language=en")
            #expect(answer.status == .ok && answer.headers[.contentType] == "image/png")
            #expect(answer.headers[.contentLanguage] == "en" && answer.body.readableBytes < 100_000)
            let canvas = try Canvas(png: Array(buffer: answer.body))
            #expect(canvas.width == 1_200 && canvas.height == 630)
            // The tip of the injector.
            let red = try canvas.pixels().filter { pixel in
                zip([pixel.red, pixel.green, pixel.blue], [0xB5, 0x54, 0x6B])
                    .allSatisfy { abs(Int($0) - $1) <= 8 }
            }
            #expect(red.count > 200)
            let tag = try #require(answer.headers[.eTag])
            #expect(try await ask("", [.acceptLanguage: "en", .ifNoneMatch: tag]).status == .notModified)
            #expect(try await ask("", [.acceptLanguage: "de", .ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test(arguments: [
        ("pollen-count/preview.png", 200), ("dust-at-home/preview.png?language=fr", 200),
        ("none/preview.png", 404), ("POLLEN/preview.png", 404), ("pollen-count/preview.png?language=la", 400),
    ])
    func `only articles that readers see have a preview`(target: String, status: Int) async throws {
        #expect(try await get("/articles/\(target)").status.code == status)
    }

    @Test func `an old article says so, and one in another language too`() async throws {
        let page = try await text("/articles/dust-at-home", language: "fr")
        #expect(page.contains("Cet article aurait dû être revu avant le 7 avril 2020."))
        #expect(page.contains("Le voici en allemand."))
        #expect(page.contains(#"<div class="article-body" lang="de">"#))
        #expect(
            page.contains(
                #"<link rel="canonical" href="https://breathe.example/articles/dust-at-home?language=de">"#))
    }

    @Test func `the language of the address comes before the reader's`() async throws {
        let answer = try await get(
            "/articles/pollen-count?language=es", [.acceptLanguage: "de", .cookie: "language=fr"])
        #expect(answer.headers[.contentLanguage] == "es")
        #expect(String(buffer: answer.body).contains("<html lang=\"es\">"))
        let other = try await get("/articles/pollen-count?language=xx", [.cookie: "language=fr"])
        #expect(other.headers[.contentLanguage] == "fr")
    }

    @Test func `search engines learn the address, the other languages and what it is`() async throws {
        let page = try await text("/articles/pollen-count")
        let address = "https://breathe.example/articles/pollen-count"
        #expect(page.contains(#"<link rel="canonical" href="\#(address)?language=en">"#))
        for language in Language.allCases.map(\.rawValue) {
            let other = #"hreflang="\#(language)" href="\#(address)?language=\#(language)">"#
            #expect(page.contains(other))
        }
        #expect(page.contains(#"hreflang="x-default" href="\#(address)">"#))
        let data = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/))
        let tree = try JSONSerialization.jsonObject(with: Data(data.output.1.utf8))
        let document = try #require(tree as? [String: Any])
        #expect(document["@type"] as? String == "Article")
        #expect(document["dateModified"] as? String == "2020-03-15")
        #expect((document["citation"] as? [Any])?.count == 2)
    }

    @Test func `an unknown article leads to the list`() async throws {
        let answer = try await get("/articles/none")
        #expect(answer.status == .notFound && answer.headers[.cacheControl] == "no-store")
        #expect(String(buffer: answer.body).contains(#"<a href="/articles">All articles</a>"#))
    }

    @Test func `the links of the articles that ship lead to pages of the site`() throws {
        let library = try ArticleLibrary.builtIn()
        let pages = Set(SitePage.all.map(\.path) + library.articles.map(\.path) + ["/articles", "/place"])
        for article in library.articles {
            for language in article.texts.keys {
                let links = article.html(in: language, base: "").matches(of: /href="(\/[^"#?]*)/)
                for link in links.map({ String($0.output.1) }) {
                    #expect(pages.contains(link), "\(article.id.rawValue), \(language): \(link)")
                }
            }
        }
    }

    @Test func `the drawing above an article is there, and is said in words`() async throws {
        for article in try ArticleLibrary.builtIn().articles {
            for language in Language.allCases {
                let picture = try #require(article.picture(in: language), "\(article.id.rawValue)")
                #expect(!picture.alternative.isEmpty)
                #expect(try await get(picture.path).status == .ok, "\(picture.path)")
            }
        }
    }

    // MARK: Feeds

    @Test func `the Atom feed has the texts, escaped, and stays the same in its identifiers`() async throws {
        let answer = try await get("/articles/feed.atom?language=en&limit=1")
        #expect(answer.headers[.contentType] == "application/atom+xml")
        let feed = String(buffer: answer.body)
        #expect(feed.contains("<id>tag:alerts@breathe.example,2026:articles/en/pollen-count</id>"))
        #expect(feed.contains("<updated>2020-03-15T00:00:00Z</updated>"))
        #expect(feed.contains(#"<content type="html">&lt;p&gt;&lt;em&gt;This article explains measurements"#))
        #expect(feed.contains(#"<link rel="next" type="application/atom+xml""#))
        #expect(XMLParser(data: Data(feed.utf8)).parse())
    }

    @Test func `feeds are in the order that is asked for, and so are their next pages`() async throws {
        let feed = try await json("/articles/feed.json?language=en&order=topic&limit=1")
        #expect((feed["items"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Hausstaub & Milben"])
        let next = "/articles/feed.json?language=en&order=topic&limit=1&cursor=dust-at-home"
        #expect(feed["next_url"] as? String == "https://breathe.example\(next)")
        let atom = try await text("/articles/feed.atom?language=en&order=topic")
        let titles = atom.matches(of: /<title>(.*?)<\/title>/).map { String($0.output.1) }
        // The first title is that of the feed.
        #expect(titles.dropFirst() == ["Hausstaub &amp; Milben", "How pollen is counted"])
    }

    @Test func `the JSON feed has the same articles`() async throws {
        let feed = try await json("/articles/feed.json?language=de&limit=1")
        #expect(feed["version"] as? String == "https://jsonfeed.org/version/1.1")
        let items = try #require(feed["items"] as? [[String: Any]])
        #expect(items.map { $0["title"] as? String } == ["Wie Pollen gezählt werden"])
        let next = try #require(feed["next_url"] as? String)
        let last = try await json(next.replacing("https://breathe.example", with: ""))
        #expect(last["next_url"] == nil)
        #expect((last["items"] as? [[String: Any]])?.map { $0["language"] as? String } == ["de"])
    }
}
