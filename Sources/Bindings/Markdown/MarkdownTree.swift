import CCmark

/// The tree that cmark makes of a text.
@safe struct MarkdownTree: ~Copyable {
    private let root: OpaquePointer

    deinit { unsafe cmark_node_free(root) }

    init(_ text: String) {
        var text = text
        let root = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe cmark_parse_document(characters.baseAddress, characters.count, CMARK_OPT_DEFAULT)
            }
        }
        // cmark's allocator ends the program rather than return nothing.
        guard let root = unsafe root else { preconditionFailure("cmark reads every text") }
        unsafe cmark_consolidate_text_nodes(root)
        unsafe self.root = root
    }

    func blocks() throws(MarkdownMistake) -> [MarkdownBlock] {
        try unsafe Self.blocks(in: root, depth: 0)
    }

    private static func blocks(in node: OpaquePointer, depth: Int) throws(MarkdownMistake) -> [MarkdownBlock]
    {
        guard depth <= MarkdownDocument.deepest else { throw .depth }
        var blocks: [MarkdownBlock] = []
        var next = unsafe cmark_node_first_child(node)
        while let child = unsafe next {
            if let block = try unsafe block(child, depth: depth) { blocks.append(block) }
            unsafe next = unsafe cmark_node_next(child)
        }
        return blocks
    }

    /// A block; `nil` for raw HTML.
    private static func block(_ node: OpaquePointer, depth: Int) throws(MarkdownMistake) -> MarkdownBlock? {
        switch unsafe cmark_node_get_type(node) {
        case CMARK_NODE_HEADING:
            .heading(
                level: Int(unsafe cmark_node_get_heading_level(node)),
                try unsafe inlines(in: node, depth: depth + 1))
        case CMARK_NODE_PARAGRAPH: try unsafe paragraph(node, depth: depth)
        case CMARK_NODE_LIST: try unsafe list(node, depth: depth)
        case CMARK_NODE_BLOCK_QUOTE: .quote(try unsafe blocks(in: node, depth: depth + 1))
        case CMARK_NODE_CODE_BLOCK: .code(unsafe literal(of: node))
        case CMARK_NODE_THEMATIC_BREAK: .rule
        default: nil
        }
    }

    /// A paragraph; `nil` when nothing of it is left.
    private static func paragraph(_ node: OpaquePointer, depth: Int) throws(MarkdownMistake) -> MarkdownBlock?
    {
        let words = try unsafe inlines(in: node, depth: depth + 1)
        return words.isEmpty ? nil : .paragraph(words)
    }

    private static func list(_ node: OpaquePointer, depth: Int) throws(MarkdownMistake) -> MarkdownBlock {
        var items: [[MarkdownBlock]] = []
        var next = unsafe cmark_node_first_child(node)
        while let item = unsafe next {
            items.append(try unsafe blocks(in: item, depth: depth + 1))
            unsafe next = unsafe cmark_node_next(item)
        }
        let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        return .list(start: isOrdered ? Int(unsafe cmark_node_get_list_start(node)) : nil, items: items)
    }

    private static func inlines(in node: OpaquePointer, depth: Int) throws(MarkdownMistake)
        -> [MarkdownInline]
    {
        guard depth <= MarkdownDocument.deepest else { throw .depth }
        var inlines: [MarkdownInline] = []
        var next = unsafe cmark_node_first_child(node)
        while let child = unsafe next {
            inlines += try unsafe inline(child, depth: depth)
            unsafe next = unsafe cmark_node_next(child)
        }
        return inlines
    }

    /// A part of a line; none for raw HTML and pictures, and only the words of a link that leads nowhere good.
    private static func inline(_ node: OpaquePointer, depth: Int) throws(MarkdownMistake) -> [MarkdownInline]
    {
        switch unsafe cmark_node_get_type(node) {
        case CMARK_NODE_TEXT: return [.text(unsafe literal(of: node))]
        case CMARK_NODE_CODE: return [.code(unsafe literal(of: node))]
        // A line of the source ends where its author liked it.
        case CMARK_NODE_SOFTBREAK: return [.text(" ")]
        case CMARK_NODE_LINEBREAK: return [.lineBreak]
        case CMARK_NODE_EMPH: return [.emphasis(try unsafe inlines(in: node, depth: depth + 1))]
        case CMARK_NODE_STRONG: return [.strong(try unsafe inlines(in: node, depth: depth + 1))]
        case CMARK_NODE_LINK:
            let words = try unsafe inlines(in: node, depth: depth + 1)
            guard let address = unsafe cmark_node_get_url(node).map({ unsafe String(cString: $0) }),
                let link = MarkdownLink(address)
            else { return words }
            return [.link(link, words)]
        default: return []
        }
    }

    private static func literal(of node: OpaquePointer) -> String {
        unsafe cmark_node_get_literal(node).map { unsafe String(cString: $0) } ?? ""
    }
}
