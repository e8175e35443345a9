import Drawing

/// Draws the preview of a link to an article: the title and a sentence, and beside them the drawing.
struct ArticlePreviewPainter {
    let preview: ArticlePreview

    private static let size = CardSize.preview.format
    private static let inks = CardInks.light
    private static let margin = 52.0
    /// The left edge of the drawing's part.
    private static let edge = 720.0
    private static let name = TextStyle(size: 24, isBold: true, isFitted: false, colour: inks.pale)
    private static let title = TextStyle(size: 42, isBold: true, isFitted: false, colour: inks.ink)
    private static let usual = TextStyle(size: 24, isFitted: false, colour: inks.ink)
    private static let small = TextStyle(size: 17, isFitted: false, colour: inks.pale)
    /// As many lines as leave room for the note, with the longest titles and sentences.
    private static let (mostTitleLines, mostLines) = (4, 5)

    /// The picture as a PNG with fewer colours, which is smaller.
    func draw() throws(CairoError) -> [UInt8] { try paint().opaquePNG(step: CardInks.step, trim: 0) }

    func paint() throws(CairoError) -> Canvas {
        let canvas = try Canvas(width: Self.size.width, height: Self.size.height)
        let whole = Rectangle(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
        canvas.fill(whole, with: Self.inks.ground)
        let art = LineArt(svg: preview.drawing)
        if let art { draw(art, on: canvas) }
        write(width: (art == nil ? Self.size.width : Self.edge) - 2 * Self.margin, on: canvas)
        return canvas
    }

    private func draw(_ art: LineArt, on canvas: borrowing Canvas) {
        let (width, height) = (Self.size.width - Self.edge, Self.size.height)
        canvas.fill(Rectangle(x: Self.edge, y: 0, width: width, height: height), with: .white)
        let side = width - 2 * Self.margin
        canvas.draw(art, x: Self.edge + Self.margin, y: (height - side) / 2, side: side)
    }

    private func write(width: Double, on canvas: borrowing Canvas) {
        var pen = Self.margin
        let parts = [
            ("Breathe Easy", 1, Self.name), (preview.title, Self.mostTitleLines, Self.title),
            (preview.summary, Self.mostLines, Self.usual),
        ]
        for (text, most, style) in parts {
            for line in canvas.lines(of: text, most: most, width: width, style) {
                canvas.write(
                    canvas.fitted(line, width: width, style), x: Self.margin, baseline: pen + style.size,
                    style)
                pen += 1.3 * style.size
            }
            pen += 16
        }
        canvas.write(
            canvas.fitted(preview.note, width: width, Self.small), x: Self.margin,
            baseline: Self.size.height - Self.margin, Self.small)
    }
}
