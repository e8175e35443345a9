/// A block of a text.
package indirect enum MarkdownBlock: Hashable, Sendable {
    /// A heading of level 1 to 6.
    case heading(level: Int, [MarkdownInline])
    case paragraph([MarkdownInline])
    /// A list; an ordered one has the number of its first item.
    case list(start: Int?, items: [[MarkdownBlock]])
    case quote([MarkdownBlock])
    case code(String)
    case rule
}

/// A part of a line.
package indirect enum MarkdownInline: Hashable, Sendable {
    case text(String)
    case code(String)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    case link(MarkdownLink, [MarkdownInline])
    case lineBreak
}

/// Why a text is not read.
package enum MarkdownMistake: Error, Hashable, Sendable {
    /// The text has more bytes than ``MarkdownDocument/largest``.
    case size
    /// The text has blocks, lists or emphasis inside of one another more than ``MarkdownDocument/deepest`` times.
    case depth
}

/// A text in CommonMark, reduced to what is safe to show.
///
/// Raw HTML and pictures are left out. A link that is not a ``MarkdownLink`` leaves its words. Nobody who shows the
/// blocks needs to check them again; texts still need the escaping of their format.
package struct MarkdownDocument: Hashable, Sendable {
    /// In bytes: a text of some 20 pages.
    ///
    /// cmark 0.30 takes quadratic time for some texts, which is short up
    /// to here.
    package static let largest = 1 << 16
    /// No text for people goes deeper, and the stack holds many times as much.
    package static let deepest = 24

    package let blocks: [MarkdownBlock]

    package init(blocks: [MarkdownBlock]) { self.blocks = blocks }

    /// Reads a text.
    ///
    /// - Throws: ``MarkdownMistake``.
    package init(_ text: String) throws(MarkdownMistake) {
        guard text.utf8.count <= Self.largest else { throw .size }
        blocks = try MarkdownTree(text).blocks()
    }

    /// The words without any form, one line for each block.
    package var plainText: String { Self.plain(blocks).joined(separator: "\n") }

    private static func plain(_ blocks: [MarkdownBlock]) -> [String] {
        blocks.flatMap { block in
            switch block {
            case .heading(_, let words), .paragraph(let words): [words.plainText]
            case .list(_, let items): items.flatMap(plain)
            case .quote(let blocks): plain(blocks)
            case .code(let text): [text]
            case .rule: [String]()
            }
        }
    }
}

extension [MarkdownInline] {
    /// The words without any form.
    package var plainText: String {
        map { part in
            switch part {
            case .text(let text), .code(let text): text
            case .emphasis(let parts), .strong(let parts), .link(_, let parts): parts.plainText
            case .lineBreak: " "
            }
        }.joined()
    }
}
