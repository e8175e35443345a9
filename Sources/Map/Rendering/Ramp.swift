package import Allergens
package import Drawing

/// The colours of the levels: one for none, and a range of shades for each other level.
package struct Ramp: Hashable, Sendable, Identifiable {
    package let id: String
    package let title: String
    /// A tint so faint that it reads as *nothing there*, yet differs from the transparency of *unknown*.
    package let none: Colour
    /// The first and last shades of each level above none.
    private let runs: [Level: [Colour]]

    /// Creates a ramp; `runs` holds two shades for each level above none.
    init(id: String, title: String, none: Colour, runs: [Level: [Colour]]) {
        self.id = id
        self.title = title
        self.none = none
        self.runs = runs
    }

    /// The shades of a level, the weakest first.
    ///
    /// None has one shade, and other levels have as many as the style; a single shade is the middle one.
    package func shades(of level: Level, in style: Style) -> [Colour] {
        guard let run = runs[level] else { return [none] }
        let count = style.shading.ofLevel
        guard count > 1 else { return [colour(of: level)] }
        return (0..<count).map { run[0].mixed(with: run[1], share: Double($0) / Double(count - 1)) }
    }

    /// The middle shade of a level, which represents it in words and legends.
    package func colour(of level: Level) -> Colour {
        runs[level].map { $0[0].mixed(with: $0[1], share: 0.5) } ?? none
    }

    /// All colours of a tile: transparent, then each shade in the strengths of a layer with an opacity.
    func palette(opacity: Double, style: Style) -> Palette {
        let colours = Level.allCases.flatMap { shades(of: $0, in: style) }.flatMap { shade in
            Trust.opacities(of: opacity).map { shade.faded(to: $0) }
        }
        guard let palette = Palette([.transparent] + colours) else {
            preconditionFailure("the shades of \(style) in both strengths fit into 256")
        }
        return palette
    }
}
