package import Allergens
package import Drawing

/// The colours of the levels: one for none, and a run of shades through each other level.
package struct Ramp: Hashable, Sendable, Identifiable {
    package let id: String
    package let title: String
    /// A tint so faint that it reads as *nothing there*, and yet is not the transparency of *unknown*.
    package let none: Colour
    /// First and last shade of each level above none.
    private let runs: [Level: [Colour]]

    /// Creates a ramp; `runs` holds two shades for each level above none.
    init(id: String, title: String, none: Colour, runs: [Level: [Colour]]) {
        self.id = id
        self.title = title
        self.none = none
        self.runs = runs
    }

    /// The shades of a level, the weakest first: one for none, else ``Shade/ofLevel``.
    package func shades(of level: Level) -> [Colour] {
        guard let run = runs[level] else { return [none] }
        return (0..<Shade.ofLevel).map { shade in
            run[0].mixed(with: run[1], share: Double(shade) / Double(Shade.ofLevel - 1))
        }
    }

    /// The middle shade of a level, which stands for it in words and legends.
    package func colour(of level: Level) -> Colour {
        let shades = shades(of: level)
        return shades[shades.count / 2]
    }

    /// All colours of a tile: transparent, then each shade in ``Shade/opacities`` steps up to `opacity`.
    func palette(opacity: Double) -> Palette {
        let shades = Level.allCases.flatMap { self.shades(of: $0) }
        let colours = shades.flatMap { shade in
            (1...Shade.opacities).map { step in
                shade.faded(to: opacity * Double(step) / Double(Shade.opacities))
            }
        }
        guard let palette = Palette([.transparent] + colours) else {
            preconditionFailure("13 shades in 18 opacities and one transparent entry fit into 256")
        }
        return palette
    }
}

/// How a palette is cut into shades.
///
/// Few shades make small files that are quickly compressed, and leave room for many opacities: confidence fades
/// smoothly, and only the levels draw lines.
package enum Shade {
    /// Shades in each level above none.
    package static let ofLevel = 3
    /// All shades: one for none, and ``ofLevel`` for each of the other four levels.
    static let count = 1 + 4 * ofLevel
    /// Steps of confidence.
    package static let opacities = 18
    /// The palette's place for *unknown*.
    package static let unknown: UInt8 = 0
}
