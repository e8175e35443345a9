import Allergens
package import Drawing

/// Draws legends with Cairo.
package struct LegendRenderer: Sendable {
    /// The width in units, including the border; a legend fits beside a map on a phone.
    private static let width = 248.0
    private static let padding = 14.0
    private static let swatch = Rectangle(x: padding, y: 0, width: 40, height: 16)
    private static let rowHeight = 23.0

    private static let ink = Colour(red: 0x1F, green: 0x29, blue: 0x33)
    private static let pale = Colour(red: 0x5A, green: 0x67, blue: 0x75)
    private static let panel = Colour(red: 0xFF, green: 0xFF, blue: 0xFF)
    /// Drawn over the panel's edge: visible on light maps, invisible on dark ones.
    private static let border = Colour(red: 0, green: 0, blue: 0, alpha: 0x38)

    private static let title = TextStyle(size: 14, isBold: true, colour: ink)
    private static let words = TextStyle(size: 12, colour: ink)
    private static let unit = TextStyle(size: 11, colour: pale)
    private static let source = TextStyle(size: 9, colour: pale)

    package init() {}

    /// The legend of a layer as a PNG, 248 × `scale` pixels wide.
    ///
    /// Its dark text is on a white panel, so that it is legible on light and dark pages.
    package func png(_ layer: Layer, scale: Int) throws(CairoError) -> [UInt8] {
        let legend = Legend(layer)
        let measure = try Canvas(width: 1, height: 1)
        let title = Self.lines(of: legend.title, Self.title, on: measure)
        let source = Self.lines(of: legend.source, Self.source, on: measure)
        let rows = Double(Level.allCases.count + 3)
        let height =
            2 * Self.padding + 19 * Double(title.count) + 20 + Self.rowHeight * rows + 6
            + 12 * Double(source.count)
        let canvas = try Canvas(width: Self.width, height: height, scale: Double(scale))
        Self.drawPanel(height: height, on: canvas)
        var pen = Self.padding
        for line in title {
            canvas.write(line, x: Self.padding, baseline: pen + 12, Self.title)
            pen += 19
        }
        canvas.write(Self.unitWords(legend), x: Self.padding, baseline: pen + 10, Self.unit)
        pen += 20
        for level in Level.allCases {
            Self.draw(level, of: legend, layer: layer, top: pen, on: canvas)
            pen += Self.rowHeight
        }
        for kind in Mark.allCases {
            Self.draw(kind, of: legend, layer: layer, top: pen, on: canvas)
            pen += Self.rowHeight
        }
        pen += 6
        for line in source {
            canvas.write(line, x: Self.padding, baseline: pen + 9, Self.source)
            pen += 12
        }
        return try canvas.png()
    }

    private static func unitWords(_ legend: Legend) -> String {
        legend.unit == "index" ? "index from 0 to 10" : "\(legend.unit), mean of the day"
    }

    private static func drawPanel(height: Double, on canvas: borrowing Canvas) {
        let edge = Rectangle(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
        canvas.fill(edge, radius: 9, with: panel)
        canvas.outline(edge, radius: 9, with: border)
    }

    private static func draw(
        _ level: Level, of legend: Legend, layer: Layer, top: Double, on canvas: borrowing Canvas
    ) {
        let box = Rectangle(x: swatch.x, y: top, width: swatch.width, height: swatch.height)
        canvas.fill(box, radius: 4, withColoursFromTheLeft: layer.ramp.shades(of: level, in: layer.style))
        canvas.outline(box, radius: 4, with: Colour(red: 0, green: 0, blue: 0, alpha: 0x40))
        let baseline = top + 12.5
        canvas.write(level.words, x: swatch.x + swatch.width + 12, baseline: baseline, words)
        let range = legend.range(of: level)
        canvas.write(range, x: width - padding - canvas.width(of: range, words), baseline: baseline, words)
    }

    private static func draw(
        _ mark: Mark, of legend: Legend, layer: Layer, top: Double, on canvas: borrowing Canvas
    ) {
        let box = Rectangle(x: swatch.x, y: top, width: swatch.width, height: swatch.height)
        let colour = layer.ramp.colour(of: .moderate)
        let soft = colour.faded(to: Trust.paleShare)
        let name: String
        let meaning: String
        switch mark {
        case .pale:
            canvas.fill(box, radius: 4, with: soft)
            (name, meaning) = ("pale", legend.pale)
        case .striped:
            for left in stride(from: box.x, to: box.x + box.width, by: 8) {
                canvas.fill(Rectangle(x: left, y: top, width: 5, height: box.height), with: colour)
                canvas.fill(Rectangle(x: left + 5, y: top, width: 3, height: box.height), with: soft)
            }
            (name, meaning) = ("striped", legend.striped)
        case .unknown:
            (name, meaning) = ("unknown", legend.unknown)
        }
        canvas.outline(
            box, radius: mark == .striped ? 0 : 4, dashes: mark == .unknown ? [3, 3] : [], with: pale)
        let baseline = top + 12.5
        canvas.write(name, x: swatch.x + swatch.width + 12, baseline: baseline, words)
        let end = width - padding - canvas.width(of: meaning, unit)
        canvas.write(meaning, x: end, baseline: baseline, unit)
    }

    /// Breaks a text at spaces into lines that fit the panel.
    private static func lines(of text: String, _ style: TextStyle, on canvas: borrowing Canvas) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let longer = lines.last.map { "\($0) \(word)" }
            if let longer, canvas.width(of: longer, style) <= width - 2 * padding {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// What is drawn besides the levels.
    private enum Mark: CaseIterable {
        case pale
        case striped
        case unknown
    }
}
