package import Drawing

extension LegendRenderer {
    private static let width = 276.0
    private static let padding = 14.0
    /// The left edge of the text, to the right of the widest mark.
    private static let words = 78.0
    private static let classHeight = 23.0
    private static let titleStyle = TextStyle(size: 14, isBold: true, colour: MarkerPen.ink)
    private static let wordStyle = TextStyle(size: 12, colour: MarkerPen.ink)
    private static let smallStyle = TextStyle(size: 11, colour: MarkerPen.ink)

    /// The legend of a marker layer as a PNG, 276 × `scale` pixels wide, on a panel of its own.
    package func png(_ layer: MarkerLayer, scale: Int) throws(CairoError) -> [UInt8] {
        let legend = MarkerLegend(layer)
        let pen = MarkerPen(layer)
        let rows = legend.symbols.map(Self.height)
        let height =
            2 * Self.padding + 26 + rows.reduce(0, +) + 8 + Self.classHeight * Double(legend.classes.count)
            + (layer.subject == .alerts ? 20 : 0)
        let canvas = try Canvas(width: Self.width, height: height, scale: Double(scale))
        let edge = Rectangle(x: 0.5, y: 0.5, width: Self.width - 1, height: height - 1)
        canvas.fill(edge, radius: 9, with: .white)
        canvas.outline(edge, radius: 9, with: Colour(red: 0, green: 0, blue: 0, alpha: 0x38))
        var top = Self.padding
        canvas.write(legend.title, x: Self.padding, baseline: top + 12, Self.titleStyle)
        top += 26
        for (symbol, height) in zip(legend.symbols, rows) {
            Self.draw(symbol, with: pen, top: top, height: height, on: canvas)
            top += height
        }
        top += 8
        for entry in legend.classes {
            Self.draw(entry, of: layer, top: top, on: canvas)
            top += Self.classHeight
        }
        if layer.subject == .alerts {
            canvas.write(
                "Marks fade as the alert ages.", x: Self.padding, baseline: top + 14, Self.smallStyle)
        }
        return try canvas.png()
    }

    private static func height(of symbol: MarkerLegend.Symbol) -> Double {
        Double(symbol.looks.map(\.extent.height).max() ?? 0) + 4
    }

    private static func draw(
        _ symbol: MarkerLegend.Symbol, with pen: MarkerPen, top: Double, height: Double,
        on canvas: borrowing Canvas
    ) {
        let tallest = symbol.looks.map(\.extent).max { $0.height < $1.height }
        let widest = symbol.looks.map(\.extent).max { $0.width < $1.width }
        guard let tallest, let widest else { return }
        // The middle of the widest part is centred above that of the other rows.
        let x = (padding + 32 - Double(widest.x) - Double(widest.width) / 2).rounded()
        let y = top + 2 - Double(tallest.y)
        canvas.moveOrigin(byX: x, y: y)
        for look in symbol.looks { pen.draw(look, on: canvas) }
        canvas.moveOrigin(byX: -x, y: -y)
        let middle = top + height / 2 + 4
        for (number, line) in lines(of: symbol.words).enumerated() {
            let count = Double(lines(of: symbol.words).count)
            canvas.write(
                line, x: words + 8, baseline: middle + 15 * (Double(number) - (count - 1) / 2), wordStyle)
        }
    }

    private static func draw(
        _ entry: MarkerLegend.Class, of layer: MarkerLayer, top: Double, on canvas: borrowing Canvas
    ) {
        let colour = layer.colour(of: entry.level)
        let box = Rectangle(x: padding + 12, y: top, width: 40, height: 16)
        canvas.fill(box, radius: 4, with: colour)
        canvas.outline(box, radius: 4, with: Colour(red: 0, green: 0, blue: 0, alpha: 0x40))
        canvas.write(
            entry.figure, around: box.x + 20, baseline: top + 12.25,
            TextStyle(size: 11.5, isBold: true, colour: MarkerPen.figure(on: colour)))
        canvas.write(entry.words, x: words + 8, baseline: top + 12.5, wordStyle)
    }

    /// Breaks text into lines of at most 26 characters, which fit the panel.
    private static func lines(of words: String) -> [String] {
        var lines: [String] = []
        for word in words.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 26 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
