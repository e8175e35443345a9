import Drawing

/// A name placed on the map of one zoom, in pixels (256 per tile) from the world's top left.
struct Label: Sendable {
    /// The look of a kind's text.
    struct Form: Sendable {
        let size: Double
        let isBold: Bool

        /// The style of the letters, without their colour; without hinting they look the same in all tiles.
        var style: TextStyle {
            TextStyle(size: size, isBold: isBold, isFitted: false, colour: .transparent)
        }
    }

    let text: String
    let kind: BasemapData.Name.Kind
    /// The start of the baseline in whole pixels, so that the letters look the same in every tile.
    let x: Double
    let baseline: Double
    /// The centre of the town's dot; countries have none.
    let dot: (x: Double, y: Double)?
    /// The area that the label covers, including dot and halo.
    let box: LabelBox

    /// How far the halo reaches beyond the letters, in units.
    static let haloEdge = 1.6

    static func dotRadius(of kind: BasemapData.Name.Kind) -> Double { kind == .capital ? 2.6 : 1.8 }

    static func form(of kind: BasemapData.Name.Kind) -> Form {
        switch kind {
        case .country: Form(size: 10.5, isBold: false)
        case .capital: Form(size: 11.5, isBold: true)
        case .town: Form(size: 10.5, isBold: false)
        }
    }

    /// The text as it is drawn: countries in spaced capitals.
    static func written(_ name: BasemapData.Name) -> String {
        guard name.kind == .country else { return name.text }
        // Hair spaces replace letter spacing, which Cairo's plain text lacks.
        return name.text.uppercased().map(String.init).joined(separator: spacing)
    }

    /// A written text without the spacing of its letters.
    static func plain(_ text: String) -> String { text.replacing(spacing, with: "") }

    private static let spacing = "\u{200A}"
}

/// A box in pixels of one zoom.
package struct LabelBox: Hashable, Sendable {
    package let left: Double
    package let top: Double
    package let right: Double
    package let bottom: Double

    func widened(byX x: Double, y: Double) -> LabelBox {
        LabelBox(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
    }

    func moved(byX x: Double) -> LabelBox {
        LabelBox(left: left + x, top: top, right: right + x, bottom: bottom)
    }

    func overlaps(_ other: LabelBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// The cells of a grid that the box touches.
    func cells(side: Double) -> [GridCell] {
        let columns = Int((left / side).rounded(.down))...Int((right / side).rounded(.down))
        let rows = Int((top / side).rounded(.down))...Int((bottom / side).rounded(.down))
        return columns.flatMap { column in rows.map { GridCell(column: column, row: $0) } }
    }
}

/// A square of a grid over the world.
struct GridCell: Hashable, Sendable {
    let column: Int
    let row: Int
}
