package import Allergens
import Drawing

/// The meaning of a layer's colours.
package struct Legend: Hashable, Sendable, Encodable {
    /// One level of the scale.
    package struct Class: Hashable, Sendable, Encodable {
        package let level: Level
        /// The level in English words.
        package let words: String
        /// The middle shade, as `#RRGGBB`.
        package let colour: String
        /// The first whole value of the class.
        package let from: Double
        /// The start of the next class; `nil` for the last class, which is open.
        package let to: Double?

        /// Member names in JSON are spelled as CSS spells them.
        private enum CodingKeys: String, CodingKey {
            case level, words, from, to
            case colour = "color"
        }
    }

    package let layer: String
    package let title: String
    /// The unit of the classes' values, or `index` for a layer of several allergens.
    package let unit: String
    /// From none to very high.
    package let classes: [Class]
    /// What a pale colour means.
    package let pale: String
    /// What stripes mean.
    package let striped: String
    /// How *unknown* is shown.
    package let unknown: String
    /// The scale that defines the classes, and who published it.
    package let source: String

    /// Describes a layer: with concentrations when it shows one allergen, otherwise with the index from 0 to
    /// 10.
    package init(_ layer: Layer) {
        self.layer = layer.id
        title = layer.title
        pale = "less certain"
        striped = "computed"
        unknown = "transparent"
        let allergen = layer.allergens.count == 1 ? Taxonomy.standard[layer.allergens[0]] : nil
        let starts: [Double]
        if let allergen, let (scale, bounds) = Scale.standard(for: allergen) {
            unit = scale.unit.symbol
            source = "\(scale.title) (\(scale.source))"
            starts = [0, bounds.low, bounds.moderate, bounds.high, bounds.veryHigh]
        } else {
            unit = "index"
            source =
                "Index: the classes of each allergen’s published scale, 2.5 points each; the highest of all is shown"
            starts = [0, 0, 2.5, 5, 7.5]
        }
        classes = Level.allCases.map { level in
            Class(
                level: level, words: level.words, colour: layer.ramp.colour(of: level).hex,
                from: starts[level.rank], to: level == .veryHigh ? nil : starts[level.rank + 1])
        }
    }

    /// The values of a class in words: `11–69`, `300 and more`.
    package func range(of level: Level) -> String {
        let entry = classes[level.rank]
        if level == .none { return "0" }
        let from = Self.number(entry.from)
        guard let to = entry.to else { return unit == "index" ? "\(from)–10" : "\(from) and more" }
        return unit == "index" ? "\(from)–\(Self.number(to))" : "\(from)–\(Self.number(to - 1))"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}
