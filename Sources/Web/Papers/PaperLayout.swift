import Drawing

/// Puts blocks on pages, from top to bottom.
struct PaperLayout {
    private var pages: [[PaperBlock]] = [[]]
    private var used = 0.0

    private static let room = PaperStyle.page.height - 2 * PaperStyle.margin - PaperStyle.foot

    mutating func add(_ block: PaperBlock) {
        if used > 0, used + block.height + block.reserve > Self.room {
            pages.append(block.head)
            used = block.head.reduce(0) { $0 + $1.height }
        }
        pages[pages.count - 1].append(block)
        used += block.height
    }

    var count: Int { pages.count }

    /// Draws each page with its foot.
    ///
    /// - Parameter foot: The words of a foot, of the page with a number from 1 on, among so many.
    /// - Returns: What draws each page.
    func drawings(foot: @escaping (Int, Int) -> String) -> [(borrowing Canvas) -> Void] {
        let count = pages.count
        return pages.enumerated().map { index, blocks in
            { canvas in
                canvas.moveOrigin(byX: PaperStyle.margin, y: PaperStyle.margin)
                var rest = blocks[...]
                while let first = rest.first {
                    let run = first.isRow ? rest.prefix(while: \.isRow) : rest.prefix(1)
                    canvas.draw(run, as: first.isRow ? "Table" : nil)
                    rest = rest.dropFirst(run.count)
                }
                let fallen = blocks.reduce(0) { $0 + $1.height }
                canvas.moveOrigin(byX: 0, y: Self.room + PaperStyle.foot - fallen)
                canvas.part("P") {
                    canvas.write(foot(index + 1, count), x: 0, baseline: 0, PaperStyle.small)
                }
            }
        }
    }
}

extension Canvas {
    /// Draws blocks from top to bottom, as a part of the page of one kind if there is one.
    fileprivate borrowing func draw(_ blocks: ArraySlice<PaperBlock>, as kind: String?) {
        if let kind { return part(kind) { draw(blocks, as: nil) } }
        for block in blocks {
            block.draw(self)
            moveOrigin(byX: 0, y: block.height)
        }
    }
}

/// Measures and breaks lines of text.
final class PaperRuler {
    private let canvas: Canvas

    init() throws(CairoError) { canvas = try Canvas(width: 1, height: 1) }

    func width(of text: String, _ style: TextStyle) -> Double { canvas.width(of: text, style) }

    /// The lines of a text that are at most `width` points wide; a word that is wider is broken.
    ///
    /// All but the last of a paragraph end with a space, so that a program that reads them aloud does not join words.
    func lines(of text: String, _ style: TextStyle, width: Double) -> [String] {
        text.split(separator: "\n").flatMap { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ").flatMap({ pieces(of: $0, style, width: width) }) {
                let longer = line.isEmpty ? word : "\(line) \(word)"
                if line.isEmpty || self.width(of: longer, style) <= width {
                    line = longer
                } else {
                    lines.append("\(line) ")
                    line = word
                }
            }
            return lines + [line]
        }
    }

    private func pieces(of word: Substring, _ style: TextStyle, width: Double) -> [String] {
        guard self.width(of: String(word), style) > width else { return [String(word)] }
        return word.reduce(into: [""]) { pieces, character in
            let longer = pieces[pieces.count - 1] + String(character)
            if pieces[pieces.count - 1].isEmpty || self.width(of: longer, style) <= width {
                pieces[pieces.count - 1] = longer
            } else {
                pieces.append(String(character))
            }
        }
    }

    /// The text, or as much of its beginning as is at most `width` points wide.
    func fitted(_ text: String, _ style: TextStyle, width: Double) -> String {
        guard self.width(of: text, style) > width else { return text }
        var short = text
        while !short.isEmpty, self.width(of: "\(short)…", style) > width { short.removeLast() }
        return "\(short)…"
    }
}
