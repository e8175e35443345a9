import Allergens
import Markdown
import People
import SampleTesting
import Site
import Testing

@testable import Articles

/// Articles as files, and as HTML.
@Suite struct ArticleLibraryTests {
    private let library: ArticleLibrary

    init() throws { library = try ArticleLibrary(files: SampleArticles.files) }

    private func article(_ id: String) throws -> Article {
        try #require(Article.ID(id).flatMap { library[$0] })
    }

    @Test func `articles come newest first, with their keywords by number of articles`() {
        #expect(library.articles.map(\.id.rawValue) == ["pollen-count", "dust-at-home"])
        #expect(library.keywords.map(\.id) == ["pollen", "home"])
        #expect(library.keywords.first?.name(in: .italian) == "polline")
    }

    @Test func `a text has its title, its sentence and the rest`() throws {
        let text = try article("pollen-count").text(in: .french)
        #expect(text.title == "Comment on compte le pollen" && text.language == .french)
        #expect(text.summary == "On compte les grains sur une bande, jour après jour.")
        #expect(text.body.plainText.hasPrefix("Une pompe"))
    }

    @Test func `a language without a text has the English one, or else another`() throws {
        #expect(try article("dust-at-home").text(in: .italian).language == .german)
        var files = SampleArticles.files
        files["dust-at-home/en.md"] = "# A\n\nB.\n\nC"
        let other = try ArticleLibrary(files: files)
        let article = try #require(other.articles.first { $0.id.rawValue == "dust-at-home" })
        #expect(article.text(in: .italian).language == .english)
    }

    @Test func `a drawing of its own exists, and says what it shows in every language`() throws {
        func library(file: String, without language: String = "") throws -> ArticleLibrary {
            let shows = ["en", "de", "fr", "it", "es"].filter { $0 != language }
                .map { "\"\($0)\": \"A \($0)\"" }.joined(separator: ", ")
            let picture = "\"picture\": {\"file\": \"\(file)\", \"shows\": {\(shows)}}, \"published\""
            var files = SampleArticles.files
            let name = "pollen-count/article.json"
            files[name] = files[name]?.replacing("\"published\"", with: picture)
            return try ArticleLibrary(files: files)
        }
        let drawn = try library(file: "article-anaphylaxis.svg").articles.compactMap(\.ownDrawing)
        #expect(drawn.map(\.file) == ["article-anaphylaxis.svg"])
        #expect(drawn.first?.alternatives[.italian] == "A it")
        #expect(throws: ArticleMistake.self) { try library(file: "article-none.svg") }
        #expect(throws: ArticleMistake.self) {
            try library(file: "article-anaphylaxis.svg", without: "es")
        }
    }

    @Test func `an article is old from the day after the one of its next review`() throws {
        let article = try article("dust-at-home")
        #expect(
            !article.isOld(on: article.reviewAgain) && article.isOld(on: article.reviewAgain.adding(days: 1)))
    }

    @Test func `the article of the day changes from day to day, and is never old or of the future`() throws {
        let day = try #require(CivilDate("2019-05-01"))
        #expect(library.article(of: day)?.id.rawValue == "dust-at-home")
        let both = try #require(CivilDate("2020-04-01"))
        let days = (0..<4).map { library.article(of: both.adding(days: $0))?.id }
        #expect(Set(days).count == 2 && days[0] == days[2] && days[1] == days[3])
        let later = try #require(CivilDate("2020-05-01"))
        #expect(
            Set((0..<4).map { library.article(of: later.adding(days: $0))?.id.rawValue }) == ["pollen-count"])
        #expect(library.article(of: try #require(CivilDate("2023-01-01"))) == nil)
        #expect(library.article(of: try #require(CivilDate("1960-01-01"))) == nil)
    }

    @Test func `the body is written with references to its sources, and without foreign elements`() throws {
        let article = try article("pollen-count")
        let markup = ArticleMarkup(sources: article.sources.count)
        let html = markup.content(of: article.text(in: .english).body).map(\.source).joined()
        #expect(
            html == """
                <h2>The trap</h2><p>A pump draws air through a slit <sup><a href="#source-1">[1]</a></sup>. \
                The <strong>tape</strong> moves <sup><a href="#source-2">[2]</a></sup>, but see [3].</p>\
                <ul><li>Birch &amp; hazel</li><li><a href="/places">The map</a> and \
                <a href="https://who.int/x" rel="noopener">a site</a></li></ul>
                """)
    }

    @Test func `for readers elsewhere all links are absolute`() throws {
        let markup = ArticleMarkup(
            sources: 1, site: "https://a.example", page: "https://a.example/articles/x")
        let html = markup.content(of: try MarkdownDocument("[b](/c) [1]")).map(\.source).joined()
        #expect(html.contains(#"href="https://a.example/c""#))
        #expect(html.contains(#"href="https://a.example/articles/x#source-1""#))
    }

    @Test func `headings lie below the title of the page`() throws {
        let text = (1...6).map { String(repeating: "#", count: $0) + " a" }.joined(separator: "\n")
        let html = ArticleMarkup(sources: 0).content(of: try MarkdownDocument(text)).map(\.source).joined()
        #expect(html == "<h2>a</h2><h2>a</h2><h3>a</h3><h4>a</h4><h4>a</h4><h4>a</h4>")
    }

    @Test(arguments: [
        "a<b>&\"c\"", "`<script>`", "    <script>alert(1)</script>", "[<b>](/x\"><script>)", "# <img src=x>",
        "> <svg onload=alert(1)>", "<svg/onload=alert(1)>", "&lt;script&gt;",
        "[x](https://a.example/\"onclick=\"alert(1))",
        "\\<script>alert(1)\\</script>", "*<i>*",
    ])
    func `no text becomes an element or an attribute`(text: String) throws {
        let html = ArticleMarkup(sources: 1).content(of: try MarkdownDocument(text)).map(\.source).joined()
        let elements = Set(html.matches(of: /<\/?([a-z0-9]+)/).map { String($0.output.1) })
        #expect(elements.isSubset(of: ["p", "a", "code", "pre", "h2", "blockquote", "em"]), "\(html)")
        #expect(!html.contains("\" onclick") && !html.contains("\"onclick"), "\(html)")
    }

    @Test(arguments: [
        ("keywords.json", "[]"), ("keywords.json", #"{"pollen": {"en": "pollen"}, "home": {}}"#),
        ("pollen-count/article.json", "{}"), ("pollen-count/en.md", "## No title\n\nA.\n\nB"),
        ("pollen-count/en.md", "# Title\n\n## No sentence\n\nB"), ("pollen-count/en.md", "# Title\n\nA."),
        ("Pollen/en.md", "# A\n\nB.\n\nC"), ("only-facts/article.json", nil),
    ])
    func `a file that is not as it should be is named`(file: String, text: String?) throws {
        var files = SampleArticles.files
        files[file] = text ?? files["pollen-count/article.json"]
        #expect {
            try ArticleLibrary(files: files)
        } throws: { error in
            guard let mistake = error as? ArticleMistake else { return false }
            return file.hasPrefix(mistake.file)
        }
    }

    @Test(arguments: [
        ("2022-03-01", "2020-03-15"), ("https://cen.example", "http://cen.example"),
        ("\"pollen\"", "\"snow\""), ("https://cen.example/16868", "#note"),
        ("https://cen.example/16868", "//x"), (#""disclaimer": "data","#, ""), ("\"data\"", "\"all\""),
        ("\"CEN\"", "\"\""),
    ])
    func `facts that cannot be are refused`(fact: String, other: String) throws {
        var files = SampleArticles.files
        files["pollen-count/article.json"] = files["pollen-count/article.json"]?.replacing(fact, with: other)
        #expect(throws: ArticleMistake.self) { try ArticleLibrary(files: files) }
    }

    @Test func `the articles of the program are complete, and refer to exactly their sources`() throws {
        for article in try ArticleLibrary.builtIn().articles {
            #expect(Set(article.texts.keys) == Set(Language.allCases), "\(article.id)")
            for text in article.texts.values {
                let numbers = text.body.plainText.matches(of: /\[(\d+)\]/).compactMap { Int($0.output.1) }
                #expect(Set(numbers) == Set(1...article.sources.count), "\(article.id) in \(text.language)")
            }
        }
    }

    @Test func `articles on emergencies and on data have their own disclaimers, others that on medicine`()
        throws
    {
        for article in try ArticleLibrary.builtIn().articles {
            let subjects = Set(article.keywords.map(\.id))
            let isEmergency = subjects.contains("emergency")
            let isData = !isEmergency && !subjects.isDisjoint(with: ["map", "stations", "seasons"])
            let expected: ArticleDisclaimer = isEmergency ? .emergency : isData ? .data : .medicine
            #expect(article.disclaimer == expected, "\(article.id)")
        }
    }

    /// The headings of sections that name no source; the start of a text, before its first heading, is none.
    private static func unsourcedSections(of document: MarkdownDocument) -> [String] {
        var sections: [(heading: String, blocks: [MarkdownBlock])] = []
        for block in document.blocks {
            if case .heading(...2, let words) = block {
                sections.append((words.plainText, []))
            } else if let last = sections.indices.last {
                sections[last].blocks.append(block)
            }
        }
        return sections.filter { section in
            MarkdownDocument(blocks: section.blocks).plainText.firstMatch(of: /\[\d+\]/) == nil
        }.map(\.heading)
    }

    @Test func `a section without a source is found`() throws {
        let text = """
            Before.

            ## One

            A [1].

            ### Part

            ## Two

            - C

            ## Three

            - D [2]
            """
        #expect(Self.unsourcedSections(of: try MarkdownDocument(text)) == ["Two"])
    }

    @Test func `each section of the articles of the program names a source, in every language`() throws {
        var sections = 0
        for article in try ArticleLibrary.builtIn().articles {
            for text in article.texts.values {
                let unsourced = Self.unsourcedSections(of: text.body)
                #expect(unsourced == [], "\(article.id) in \(text.language)")
                sections += text.body.blocks.filter { if case .heading = $0 { true } else { false } }.count
            }
        }
        #expect(sections > 400)
    }

    /// The sentences of a text, or parts of them up to a colon, with more words than readers take in at once.
    private static func longSentences(of text: String) -> [String] {
        text.replacing(/\[\d+\]/, with: "").split(separator: "\n").flatMap { line in
            line.split(separator: /[.?!:;](?:\s|$)/)
        }.filter { sentence in
            sentence.split(whereSeparator: \.isWhitespace).filter { $0.contains(where: \.isLetter) }.count
                > 20
        }.map { String($0) }
    }

    @Test func `no sentence of the articles has more than twenty words`() throws {
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        #expect(Self.longSentences(of: "A. \(words) [1]. \(words): \(words)\n\(words)") == [])
        #expect(Self.longSentences(of: "A. \(words), word [1]. B.").count == 1)
        for article in try ArticleLibrary.builtIn().articles {
            for text in article.texts.values {
                let long = Self.longSentences(of: "\(text.summary)\n\(text.plainBody)")
                #expect(long == [], "\(article.id) in \(text.language)")
            }
        }
    }

    @Test func `each source of the program leads to a document`() throws {
        #expect(!leadsToDocument("https://who.int") && !leadsToDocument("https://who.int/"))
        #expect(leadsToDocument("https://who.int/a") && leadsToDocument("/about") && !leadsToDocument("/"))
        for article in try ArticleLibrary.builtIn().articles {
            for source in article.sources {
                #expect(leadsToDocument(source.url), "\(article.id): \(source.url)")
            }
        }
    }

    @Test func `a source may be a page of the service, whose address is whole for readers elsewhere`() throws
    {
        let id = try #require(Article.ID("reading-the-map"))
        let sources = try #require(try ArticleLibrary.builtIn()[id]).sources
        let own = try #require(sources.first { $0.url == "/about" })
        #expect(own.address(base: "https://breathe.example") == "https://breathe.example/about")
        let other = try #require(sources.first { $0.url.hasPrefix("https://") })
        #expect(other.address(base: "https://breathe.example") == other.url)
    }

    @Test func `the article on oral immunotherapy never names a dose`() throws {
        let id = try #require(Article.ID("oral-immunotherapy"))
        for text in try #require(try ArticleLibrary.builtIn()[id]).texts.values {
            let words = [text.summary, text.plainBody].joined(separator: "\n")
            #expect(words.firstMatch(of: /\d\s*(?:mg|g|µg|ml)\b/) == nil, "\(text.language)")
        }
    }

    @Test func `each article of the program has 400 words in every language, and three sources`() throws {
        let articles = try ArticleLibrary.builtIn().articles
        #expect(articles.count >= 12)
        for article in articles {
            #expect(article.sources.count >= 3, "\(article.id)")
            for language in Language.allCases {
                let words = article.texts[language]?.plainBody.split(whereSeparator: \.isWhitespace).count
                #expect((words ?? 0) >= 400, "\(article.id) in \(language)")
            }
        }
    }

    @Test func `each source of the program says when it was published, or else when it was read`() throws {
        for article in try ArticleLibrary.builtIn().articles {
            for source in article.sources {
                #expect((source.date == nil) != (source.read == nil), "\(article.id): \(source.title)")
                #expect(source.read.map { $0 <= article.reviewAgain } != false, "\(source.title)")
            }
        }
    }
}
