import Foundation
import NIOCore

/// What a page says that is composed for a request.
package struct ComposedContent: Sendable {
    /// The title in the browser's window and in lists of results.
    package let title: String
    /// A sentence for lists of results; `nil` keeps the page out of them.
    package let about: String?
    /// Further elements of the document's head.
    package let head: [Markup]
    package let content: [Markup]

    package init(title: String, about: String?, head: [Markup], content: [Markup]) {
        (self.title, self.about, self.head, self.content) = (title, about, head, content)
    }

    fileprivate func markup(in slot: PageTemplate.Slot) -> [Markup] {
        switch slot {
        case .title: [.text(title)]
        case .about:
            [
                about.map { Markup(void: "meta", ["name": "description", "content": $0]) }
                    ?? Markup(void: "meta", ["name": "robots", "content": "noindex"])
            ]
        case .head: head
        case .content: content
        }
    }
}

/// A page with slots that are filled for each request.
struct PageTemplate: Sendable {
    enum Slot: String, CaseIterable {
        case title, about, head, content

        /// How the slot is written in a source.
        var mark: String { "{{=\(rawValue)}}" }
    }

    private enum Piece {
        case text(String)
        case slot(Slot)
    }

    private let pieces: [Piece]

    /// Finds the slots in a page; everything else is kept as it is.
    init(_ page: String) {
        var pieces: [Piece] = []
        var rest = page[...]
        while let found = Slot.allCases.compactMap({ slot in rest.range(of: slot.mark).map { ($0, slot) } })
            .min(by: { $0.0.lowerBound < $1.0.lowerBound })
        {
            pieces += [.text(String(rest[..<found.0.lowerBound])), .slot(found.1)]
            rest = rest[found.0.upperBound...]
        }
        self.pieces = pieces + [.text(String(rest))]
    }

    func filled(with content: ComposedContent) -> ByteBuffer {
        var buffer = ByteBuffer()
        for piece in pieces {
            switch piece {
            case .text(let text): buffer.writeString(text)
            case .slot(let slot): for markup in content.markup(in: slot) { buffer.writeString(markup.html) }
            }
        }
        return buffer
    }
}
