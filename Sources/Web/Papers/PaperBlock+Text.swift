import Drawing

extension PaperBlock {
    /// The distance between the baselines of a text, as a multiple of its size.
    private static let leading = 1.35

    /// The title of the paper.
    static func title(_ text: String) -> PaperBlock {
        PaperBlock(height: 28) { canvas in
            canvas.part("H1") { canvas.write(text, x: 0, baseline: 18, PaperStyle.title) }
        }
    }

    /// A heading, which stays with `reserve` points of what follows.
    static func heading(_ text: String, reserve: Double = 40) -> PaperBlock {
        PaperBlock(height: 30, reserve: reserve) { canvas in
            canvas.part("H2") { canvas.write(text, x: 0, baseline: 20, PaperStyle.heading) }
        }
    }

    /// A text over the whole width, in as many lines as it needs.
    static func text(_ text: String, _ style: TextStyle, _ ruler: PaperRuler) -> PaperBlock {
        lines(ruler.lines(of: text, style, width: PaperStyle.width), style, isLast: true)
    }

    /// Lines of a paragraph, with a space below its last one.
    static func lines(_ lines: [String], _ style: TextStyle, isLast: Bool) -> PaperBlock {
        let step = style.size * leading
        return PaperBlock(height: step * Double(lines.count) + (isLast ? 3 : 0)) { canvas in
            canvas.part("P") {
                for (row, line) in lines.enumerated() {
                    canvas.write(line, x: 0, baseline: step * Double(row) + style.size, style)
                }
            }
        }
    }

    /// Lines to write on by hand, side by side, each with what belongs there.
    static func blanks(_ labels: [String], _ ruler: PaperRuler) -> PaperBlock {
        PaperBlock(height: 30) { canvas in
            let width = PaperStyle.width / Double(labels.count)
            for (column, label) in labels.enumerated() {
                let left = width * Double(column)
                let start = left + ruler.width(of: label, PaperStyle.body) + 6
                canvas.part("P") { canvas.write(label, x: left, baseline: 18, PaperStyle.body) }
                canvas.line(
                    from: (start, 20), to: (left + width - 14, 20), width: 0.6, with: PaperStyle.faint)
            }
        }
    }
}

/// A table whose rows may stand on several pages.
struct PaperTable {
    /// The widths of the columns in points; numbers stand at the right of all but the first.
    let widths: [Double]
    let heads: [String]
    let rows: [[String]]
    /// What stands below the first cell of each row, in small letters; empty texts, and those that are missing,
    /// take no room.
    let details: [String]

    private static let rowHeight = 13.5
    private static let detailHeight = 10.0
    /// The most lines below a row: of more, only the beginning is shown.
    private static let mostDetailLines = 2

    /// - Parameters:
    ///   - heads: The heads of the columns.
    ///   - first: The width of the first column in points; the others share the rest.
    ///   - rows: The cells of each row.
    ///   - details: What stands below the first cell of each row.
    init(_ heads: [String], first: Double, rows: [[String]], details: [String] = []) {
        self.heads = heads
        self.rows = rows
        self.details = details
        let others = Double(max(heads.count - 1, 1))
        widths = [first] + Array(repeating: (PaperStyle.width - first) / others, count: heads.count - 1)
    }

    func blocks(_ ruler: PaperRuler) -> [PaperBlock] {
        let head = row(heads, PaperStyle.label, ruler, isHead: true)
        return [head]
            + rows.enumerated().map { index, cells in
                let detail = index < details.count ? details[index] : ""
                var block = row(cells, details: lines(of: detail, ruler), PaperStyle.cell, ruler)
                block.head = [head]
                return block
            }
    }

    private func lines(of detail: String, _ ruler: PaperRuler) -> [String] {
        let (style, width) = (PaperStyle.small, widths[0] - 4)
        let lines = ruler.lines(of: detail, style, width: width)
        guard lines.count > Self.mostDetailLines else { return lines }
        let rest = lines[(Self.mostDetailLines - 1)...].joined()
        return lines.prefix(Self.mostDetailLines - 1) + [ruler.fitted(rest, style, width: width)]
    }

    private func row(
        _ cells: [String], details: [String] = [], _ style: TextStyle, _ ruler: PaperRuler,
        isHead: Bool = false
    ) -> PaperBlock {
        let height = Self.rowHeight + Double(details.count) * Self.detailHeight
        return PaperBlock(height: height, reserve: isHead ? height : 0, isRow: true) { canvas in
            canvas.part("TR") {
                var left = 0.0
                for (column, cell) in cells.enumerated() {
                    let room = widths[column] - 4
                    let text = ruler.fitted(cell, style, width: room)
                    let shift = column == 0 ? 0 : room - ruler.width(of: text, style)
                    canvas.part(isHead || column == 0 ? "TH" : "TD") {
                        canvas.part("P") { canvas.write(text, x: left + shift, baseline: 9.5, style) }
                        for (line, detail) in details.enumerated() where column == 0 {
                            let baseline = Self.rowHeight + Self.detailHeight * Double(line) + 5.5
                            canvas.part("P") {
                                canvas.write(detail, x: 0, baseline: baseline, PaperStyle.small)
                            }
                        }
                    }
                    left += widths[column]
                }
            }
            canvas.line(
                from: (0, height - 0.5), to: (PaperStyle.width, height - 0.5), width: isHead ? 0.8 : 0.3,
                with: isHead ? PaperStyle.faint : PaperStyle.rule)
        }
    }
}
