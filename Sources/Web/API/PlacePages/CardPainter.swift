import Allergens
import Drawing

/// Draws a card: a title, a verdict and rows of levels.
struct CardPainter {
    let card: AirCard
    let format: CardFormat
    let inks: CardInks

    private var em: Double { format.em }
    private var margin: Double { 1.4 * em }
    /// The width of the left column, or of the only one.
    private var column: Double {
        format.hasTwoColumns ? 0.5 * format.width - margin : format.width - 2 * margin
    }

    func draw(on canvas: borrowing Canvas) {
        canvas.fill(Rectangle(x: 0, y: 0, width: format.width, height: format.height), with: inks.ground)
        var pen = margin
        write(card.title, x: margin, below: &pen, width: column, style(1.7, isBold: true), on: canvas)
        write(card.day, x: margin, below: &pen, width: column, style(0.95, inks.pale), on: canvas)
        pen += 0.9 * em
        drawVerdict(below: &pen, on: canvas)
        if format.hasTwoColumns {
            pen = margin + 0.3 * em
            drawRows(x: 0.54 * format.width, below: pen, on: canvas)
        } else {
            pen += 0.8 * em
            drawRows(x: margin, below: pen, on: canvas)
        }
        drawNotes(on: canvas)
    }

    /// The index in the colour of its level, with the words beside it.
    private func drawVerdict(below pen: inout Double, on canvas: borrowing Canvas) {
        let side = 3.9 * em
        let box = Rectangle(x: margin, y: pen, width: side, height: side)
        drawBox(box, level: card.level, colour: card.colour, figure: card.index ?? "?", size: 1.6, on: canvas)
        let left = margin + side + 0.9 * em
        let width = margin + column - left
        var line = pen - 0.15 * em
        let bold = style(1.35, isBold: true)
        for part in canvas.lines(of: card.verdict, most: 1 + format.factLines, width: width, bold) {
            write(part, x: left, below: &line, width: width, bold, on: canvas)
        }
        for fact in card.facts {
            let pale = style(0.9, inks.pale)
            for part in canvas.lines(of: fact, most: format.factLines, width: width, pale) {
                write(part, x: left, below: &line, width: width, pale, on: canvas)
            }
        }
        pen = max(pen + side, line)
    }

    private func drawRows(x left: Double, below top: Double, on canvas: borrowing Canvas) {
        let right = format.width - margin
        let usual = style(format.hasTwoColumns ? 0.8 : 1)
        for (place, row) in card.rows.prefix(format.mostRows).enumerated() {
            let line = top + Double(place) * 1.95 * em
            let box = Rectangle(x: left, y: line, width: 1.3 * em, height: 1.3 * em)
            drawBox(
                box, level: row.level, colour: row.colour, figure: "\(row.level.rank)", size: 0.9, on: canvas)
            let words = canvas.width(of: row.words, usual)
            let start = left + 1.9 * em
            let baseline = line + em
            let name = canvas.fitted(row.name, width: right - words - 0.6 * em - start, usual)
            canvas.write(name, x: start, baseline: baseline, usual)
            canvas.write(row.words, x: right - words, baseline: baseline, usual)
        }
    }

    private func drawNotes(on canvas: borrowing Canvas) {
        let small = style(0.75, inks.pale)
        let width = format.width - 2 * margin
        var parts: [String] = []
        for note in card.notes {
            parts += canvas.lines(of: note, most: format.factLines, width: width, small)
        }
        for (place, note) in parts.reversed().enumerated() {
            let baseline = format.height - 0.8 * em - Double(place) * 1.05 * em
            canvas.write(canvas.fitted(note, width: width, small), x: margin, baseline: baseline, small)
        }
    }

    /// A square with a figure; without colours, and for what is unknown, it is only outlined.
    private func drawBox(
        _ box: Rectangle, level: Level?, colour: String?, figure: String, size: Double,
        on canvas: borrowing Canvas
    ) {
        let fill = level == nil || !inks.hasColours ? nil : colour.flatMap(Colour.init(hex:))
        if let fill { canvas.fill(box, radius: 0.2 * box.width, with: fill) }
        canvas.outline(
            box, radius: 0.2 * box.width, width: max(1, 0.06 * em),
            dashes: level == nil ? [0.3 * em, 0.3 * em] : [], with: inks.line)
        let ink = fill.map { $0.luminance > 0.3 ? CardInks.black : .white } ?? inks.ink
        let style = TextStyle(
            size: size * em, isBold: true, isFitted: format.isFitted, colour: ink)
        canvas.write(
            figure, x: box.x + (box.width - canvas.width(of: figure, style)) / 2,
            baseline: box.y + box.height / 2 + 0.36 * style.size, style)
    }

    private func style(_ size: Double, isBold: Bool = false, _ colour: Colour? = nil) -> TextStyle {
        TextStyle(
            size: size * em, isBold: isBold, isFitted: format.isFitted, colour: colour ?? inks.ink)
    }
}

extension CardPainter {
    /// Writes a line and moves the pen below it.
    private func write(
        _ text: String, x: Double, below pen: inout Double, width: Double, _ style: TextStyle,
        on canvas: borrowing Canvas
    ) {
        canvas.write(canvas.fitted(text, width: width, style), x: x, baseline: pen + style.size, style)
        pen += 1.35 * style.size
    }
}

/// The colours of a picture besides those of the levels.
struct CardInks {
    let ground: Colour
    let ink: Colour
    let pale: Colour
    let line: Colour
    /// Whether levels have their colours.
    let hasColours: Bool

    static let black = Colour(red: 0, green: 0, blue: 0)

    /// Grounds are multiples of ``step``, to which channels are rounded.
    static let step: UInt8 = 8

    static let light = CardInks(
        ground: Colour(red: 0xF8, green: 0xF8, blue: 0xF8), ink: Colour(red: 0x17, green: 0x26, blue: 0x2B),
        pale: Colour(red: 0x4A, green: 0x5C, blue: 0x62), line: Colour(red: 0x70, green: 0x80, blue: 0x88),
        hasColours: true)
    static let dark = CardInks(
        ground: Colour(red: 0x18, green: 0x20, blue: 0x28), ink: Colour(red: 0xE8, green: 0xF0, blue: 0xF0),
        pale: Colour(red: 0xB0, green: 0xC0, blue: 0xC0), line: Colour(red: 0x90, green: 0xA0, blue: 0xA8),
        hasColours: true)
    static let paper = CardInks(ground: .white, ink: black, pale: black, line: black, hasColours: false)
    static let darkPaper = CardInks(
        ground: black, ink: .white, pale: .white, line: .white, hasColours: false)

    init(_ theme: CardTheme, on size: CardSize) {
        self =
            switch (theme, size) {
            case (.light, .paper): .paper
            case (.dark, .paper): .darkPaper
            case (.light, _): .light
            case (.dark, _): .dark
            }
    }

    private init(ground: Colour, ink: Colour, pale: Colour, line: Colour, hasColours: Bool) {
        (self.ground, self.ink, self.pale, self.line) = (ground, ink, pale, line)
        self.hasColours = hasColours
    }
}
