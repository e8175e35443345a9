import Allergens
import Authoring
import Markdown
import People
import SampleTesting
import Site
import Testing

@testable import Articles

/// What an expert's article is held to, and what becomes of hostile ones.
@Suite struct ManuscriptReviewTests {
    private let today: CivilDate
    private let keywords: [String: ArticleKeyword]

    init() throws {
        today = try #require(CivilDate("2098-05-01"))
        keywords = try ArticleLibrary.builtInKeywords()
    }

    private func findings(
        _ manuscript: Manuscript, hasPicture: Bool = false, on day: CivilDate? = nil
    ) -> [String] {
        ManuscriptReview(of: manuscript, hasPicture: hasPicture, on: day ?? today).findings.map(\.pointer)
    }

    @Test func `a complete article has no mistakes, with a picture too`() {
        #expect(findings(.sample) == [] && findings(.sample, hasPicture: true) == [])
    }

    @Test func `an empty one lacks everything that readers are owed`() {
        #expect(findings(Manuscript()) == ["/texts", "/keywords", "/sources", "/reviewAgain"])
        let blank = Manuscript(
            texts: [
                ManuscriptText(language: .italian, title: " ", summary: "", body: "\n\n", alternative: "")
            ],
            keywords: ["pollen"],
            sources: [ManuscriptSource(title: "", publisher: " ", url: "http://a.example", date: nil)],
            reviewAgain: today)
        #expect(
            findings(blank, hasPicture: true) == [
                "/texts/0/title", "/texts/0/summary", "/texts/0/alternative", "/texts/0/body",
                "/sources/0/title", "/sources/0/publisher", "/sources/0/url", "/reviewAgain",
            ])
    }

    @Test(arguments: ["See [0].", "See [2].", "See [99999999999999999999].", "<b>only</b>", "![](x)", "---"])
    func `a body refers to its sources only, and says something`(body: String) {
        let expected = body == "<b>only</b>" ? [] : ["/texts/1/body"]
        #expect(findings(.sample.saying(body)) == expected, "\(body)")
    }

    @Test func `the next review lies within three years`() throws {
        let due = try #require(Manuscript.sample.reviewAgain)
        let limit = Manuscript.longestReview
        #expect(findings(.sample, on: due) == ["/reviewAgain"])
        #expect(findings(.sample, on: due.adding(days: -1)) == [])
        #expect(findings(.sample, on: due.adding(days: -limit)) == [])
        #expect(findings(.sample, on: due.adding(days: -limit - 1)) == ["/reviewAgain"])
    }

    private func published(_ manuscript: Manuscript, number: Int = 1) -> Article? {
        Article(
            PublishedArticle(
                name: "birch-1", byline: "Eva",
                versions: [
                    PublishedArticle.Version(
                        number: 1, correction: nil, published: today.startInUTC),
                    PublishedArticle.Version(
                        number: 2, correction: "A word", published: today.adding(days: 9).startInUTC),
                ], version: number, manuscript: manuscript, picture: .png), keywords: keywords)
    }

    @Test func `a published article has its versions, its days and its picture`() throws {
        let former = try #require(published(.sample))
        #expect(former.isFormer && former.published == today && former.reviewed == today)
        let latest = try #require(published(.sample, number: 2))
        #expect(!latest.isFormer && latest.reviewed == today.adding(days: 9) && latest.published == today)
        #expect(latest.expertise?.picture?.path == "/articles/birch-1/2/picture")
        #expect(latest.text(in: .french).language == .english)
        #expect(latest.keywords.map(\.id) == ["pollen"])
    }

    /// Texts that try to become more than words in a browser.
    private static let hostile = [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&#58;alert(1))", "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](vbscript:x)",
        "[x](//evil.example)", "[x](/\\evil.example)", "[x](https://a@evil.example)",
        "![x](https://evil.example/x)",
        "<javascript:alert(1)>", "[x]: javascript:alert(1)\n\n[x]", "`<b>`", "```html\n<script>\n```",
        "<style>*{display:none}</style>", "<!-- --><svg/onload=alert(1)>",
        "[a](https://a.example \"onclick=x\")", "&lt;iframe src=x&gt;", "# <u>x</u>", "> <math><mtext>",
        "[1](#source-1)<a name=x>", "\u{202E}evil\u{0}",
    ]

    @Test(arguments: hostile)
    func `no text of an expert becomes an element, an address or an attribute`(text: String) throws {
        let article = try #require(published(.sample.saying(text)))
        let html = ArticleMarkup(sources: 1).content(of: article.text(in: .english).body).map(\.source)
            .joined()
        let elements = Set(html.matches(of: /<\/?([a-z0-9]+)/).map { String($0.output.1) })
        let allowed: Set = ["p", "a", "code", "pre", "h2", "blockquote", "em", "sup", "strong"]
        #expect(elements.isSubset(of: allowed), "\(html)")
        for address in html.matches(of: /href="([^"]*)"/).map({ String($0.output.1) }) {
            #expect(["https://a.example", "#source-1"].contains(address), "\(html)")
        }
        #expect(html.firstMatch(of: /<[a-z0-9]+ [^>]*on[a-z]+=/) == nil, "\(html)")
    }

    @Test func `texts that are deeply nested or huge are refused, and quickly`() {
        let deep = String(repeating: "> ", count: 200) + "a"
        let stars = String(repeating: "*a **b ", count: 9_000)
        let brackets = String(repeating: "[", count: 60_000)
        for text in [deep, String(repeating: "a", count: MarkdownDocument.largest + 1)] {
            #expect(throws: MarkdownMistake.self) { try MarkdownDocument(text) }
            #expect(findings(.sample.saying(text)).contains("/texts/1/body"))
        }
        let clock = ContinuousClock()
        let time = clock.measure {
            for text in [stars, brackets] { _ = try? MarkdownDocument(text) }
        }
        #expect(time < .seconds(10))
    }
}
