import Testing

@testable import Markdown

/// Texts in Markdown, as their authors and as strangers write them.
@Suite struct MarkdownTests {
    @Test func `a text keeps its headings, lists, emphasis, code and quotations`() throws {
        let document = try MarkdownDocument(
            """
            # One
            A *b* **c** `d`
            and more\\
            here.

            3. x
            4. y

            > - q

            ---
                code
            """)
        #expect(
            document.blocks == [
                .heading(level: 1, [.text("One")]),
                .paragraph([
                    .text("A "), .emphasis([.text("b")]), .text(" "), .strong([.text("c")]), .text(" "),
                    .code("d"), .text(" "), .text("and more"), .lineBreak, .text("here."),
                ]),
                .list(start: 3, items: [[.paragraph([.text("x")])], [.paragraph([.text("y")])]]),
                .quote([.list(start: nil, items: [[.paragraph([.text("q")])]])]),
                .rule, .code("code\n"),
            ])
        #expect(document.plainText.hasPrefix("One\nA b c d and more here.\nx\ny\nq"))
    }

    @Test func `references to sources stay as they are written`() throws {
        let document = try MarkdownDocument("Pollen [1] and [2][3].")
        #expect(document.blocks == [.paragraph([.text("Pollen [1] and [2][3].")])])
    }

    /// Each text would run, load or send something if it were shown as it is.
    @Test(arguments: [
        "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b",
        "<a href=\"javascript:alert(1)\">x</a>", "<div\nonclick=alert(1)>x</div>", "<!-- --><b>x</b>",
        "<style>*{background:url(//evil.example)}</style>", "<?php echo 1 ?>", "<![CDATA[<script>]]>",
        "<iframe srcdoc='<script>alert(1)</script>'>", "<form action=/v1/sessions><button>x</button></form>",
        "![x](https://evil.example/p.png)", "![x](/v1/me)", "![x][1]\n\n[1]: https://evil.example/p.png",
        "[![x](https://evil.example/p.png)](https://evil.example)",
    ])
    func `raw HTML and pictures are left out`(text: String) throws {
        for block in try MarkdownDocument(text).blocks {
            guard case .paragraph(let words) = block else { continue }
            for word in words {
                switch word {
                case .text(let text): #expect(!text.contains("<") && !text.contains("evil"), "\(text)")
                case .link(_, let words): #expect(words.isEmpty)
                default: Issue.record("\(word)")
                }
            }
        }
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "javascript&colon;alert(1)",
        "java%0ascript:alert(1)", "data:text/html;base64,PHNjcmlwdD4=", "vbscript:x", "file:///etc/passwd",
        "http://evil.example", "ftp://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example",
        "/&Tab;/evil.example", "&#1;javascript:alert(1)", "https:evil.example", "https://",
        "https://a:b@evil.example", "https://breathe.example@evil.example", "mailto:a@b.example", "evil",
        "../v1/me", "?q=1", "",
    ])
    func `a link that leads nowhere good leaves its words`(address: String) throws {
        #expect(try MarkdownDocument("[x](<\(address)>)").blocks == [.paragraph([.text("x")])])
    }

    @Test func `an address in angle brackets is a link by the same rule`() throws {
        #expect(
            try MarkdownDocument("<https://who.int/a>").blocks == [
                .paragraph([.link(.site("https://who.int/a"), [.text("https://who.int/a")])])
            ])
        #expect(
            try MarkdownDocument("<javascript:alert(1)>").blocks == [
                .paragraph([.text("javascript:alert(1)")])
            ])
    }

    @Test(arguments: ["/emergency", "/guide#signs", "#source-1"])
    func `a link to a page of this site is kept`(address: String) throws {
        #expect(
            try MarkdownDocument("[x](\(address))").blocks == [
                .paragraph([.link(.page(address), [.text("x")])])
            ])
    }

    @Test func `quotation marks and tags in an address stay part of it`() throws {
        let document = try MarkdownDocument("[x](</a\"onclick=\"alert(1)>)")
        #expect(document.blocks == [.paragraph([.link(.page("/a\"onclick=\"alert(1)"), [.text("x")])])])
    }

    @Test(arguments: ["> ", "- ", "*a **b ", "[", "1. "])
    func `what is nested without end is refused or flat, and does not end the program`(part: String) throws {
        let text = String(repeating: part, count: MarkdownDocument.largest / part.utf8.count - 1)
        for end in ["x", "x" + String(repeating: "** c* ", count: 2_000)] {
            guard text.utf8.count + end.utf8.count <= MarkdownDocument.largest else { continue }
            do throws(MarkdownMistake) {
                #expect(try MarkdownDocument(text + end).plainText.contains("x"))
            } catch {
                #expect(error == .depth)
            }
        }
    }

    @Test func `a text that is too long is refused`() throws {
        let longest = String(repeating: "a", count: MarkdownDocument.largest)
        #expect(try MarkdownDocument(longest).plainText == longest)
        #expect(throws: MarkdownMistake.size) { try MarkdownDocument(longest + "a") }
    }

    @Test func `no text is one without blocks, and NUL is replaced`() throws {
        #expect(try MarkdownDocument("").blocks == [])
        #expect(try MarkdownDocument("a\0b").plainText == "a\u{FFFD}b")
    }
}
