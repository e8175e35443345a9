package import Markdown
package import Site

/// The body of an article as HTML: only elements and addresses that are named here and in ``MarkdownLink``.
package struct ArticleMarkup {
    private let sources: Int
    private let site: String
    private let page: String

    /// - Parameters:
    ///   - sources: How many sources the article has.
    ///   - site: The start of addresses of this site in links, for readers elsewhere; nothing on the page itself.
    ///   - page: The address of the article's page, for readers elsewhere; nothing on the page itself.
    package init(sources: Int, site: String = "", page: String = "") {
        (self.sources, self.site, self.page) = (sources, site, page)
    }

    package func content(of document: MarkdownDocument) -> [Markup] { document.blocks.map(block) }

    private func block(_ block: MarkdownBlock) -> Markup {
        switch block {
        case .heading(let level, let words): heading(level, inlines(words))
        case .paragraph(let words): Markup("p", inlines(words))
        case .list(nil, let items): Markup("ul", items.map(item))
        case .list(let start?, let items):
            Markup("ol", start == 1 ? [:] : ["start": "\(start)"], items.map(item))
        case .quote(let blocks): Markup("blockquote", blocks.map(self.block))
        case .code(let text): Markup("pre", text)
        case .rule: Markup(void: "hr", [:])
        }
    }

    /// A heading; the title of the page is the only one of the first level.
    private func heading(_ level: Int, _ words: [Markup]) -> Markup {
        switch level {
        case ...2: Markup("h2", words)
        case 3: Markup("h3", words)
        default: Markup("h4", words)
        }
    }

    /// An item; one of a single paragraph has only its words.
    private func item(_ blocks: [MarkdownBlock]) -> Markup {
        if blocks.count == 1, case .paragraph(let words) = blocks[0] { return Markup("li", inlines(words)) }
        return Markup("li", blocks.map(block))
    }

    private func inlines(_ parts: [MarkdownInline]) -> [Markup] { parts.flatMap(inline) }

    private func inline(_ part: MarkdownInline) -> [Markup] {
        switch part {
        case .text(let text): withReferences(text)
        case .code(let text): [Markup("code", text)]
        case .emphasis(let parts): [Markup("em", inlines(parts))]
        case .strong(let parts): [Markup("strong", inlines(parts))]
        case .link(.page(let path), let parts): [Markup("a", ["href": site + path], inlines(parts))]
        case .link(.site(let address), let parts):
            [Markup("a", ["href": address, "rel": "noopener"], inlines(parts))]
        case .lineBreak: [Markup(void: "br", [:])]
        }
    }

    /// A text with links to the sources that it names, such as `[2]`.
    private func withReferences(_ text: String) -> [Markup] {
        var parts: [Markup] = []
        var rest = text[...]
        for reference in text.matches(of: /\[(\d{1,2})\]/) {
            guard let number = Int(reference.output.1), number > 0, number <= sources else { continue }
            parts.append(.text(String(rest[..<reference.range.lowerBound])))
            let link = Markup("a", ["href": "\(page)#source-\(number)"], "[\(number)]")
            parts.append(Markup("sup", [link]))
            rest = text[reference.range.upperBound...]
        }
        return parts + (rest.isEmpty ? [] : [.text(String(rest))])
    }
}
