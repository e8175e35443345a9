/// A drawing of filled and stroked curves, read from an SVG file in the form of the allergens' drawings.
///
/// The form is small: a square view box, groups and paths with a fill, a width and dashes, and outlines of straight
/// lines and Bézier curves. All strokes have the colour of the drawing, with round joins and ends.
package struct LineArt: Sendable {
    /// An outline with its look; `fill` is `nil` where only the line is drawn.
    struct Part: Hashable, Sendable {
        let steps: [OutlineStep]
        let fill: Colour?
        let width: Double
        let dashes: [Double]
    }

    /// The side of the square that the coordinates span.
    let side: Double
    /// The colour of all lines.
    let ink: Colour
    let parts: [Part]

    /// Reads a drawing, or returns `nil` if it is not in this form.
    package init?(svg: String) {
        guard let frame = svg.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/), frame.1 == frame.2,
            let side = Double(frame.1), side > 0,
            let ink = svg.firstMatch(of: /\scolor="(#[0-9a-f]{6})"/).flatMap({ Colour(hex: String($0.1)) }),
            let parts = Self.parts(of: svg)
        else { return nil }
        (self.side, self.ink, self.parts) = (side, ink, parts)
    }

    /// The paths, each with what it inherits from the groups around it.
    private static func parts(of svg: String) -> [Part]? {
        var groups: [[String: String]] = []
        var parts: [Part] = []
        for match in svg.matches(of: /<(\/?)(\w+)([^>]*?)\/?>/) {
            switch ("\(match.1)\(match.2)", groups.last ?? [:]) {
            case ("svg", let outer), ("g", let outer):
                groups.append(outer.merging(attributes(of: match.3)) { $1 })
            case ("/svg", _), ("/g", _):
                if groups.popLast() == nil { return nil }
            case ("path", let outer):
                guard let part = Part(outer.merging(attributes(of: match.3)) { $1 }) else { return nil }
                parts.append(part)
            case ("style", _), ("/style", _): continue
            default: return nil
            }
        }
        return groups.isEmpty ? parts : nil
    }

    private static func attributes(of words: Substring) -> [String: String] {
        words.matches(of: /([\w\-]+)="([^"]*)"/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
    }
}

extension LineArt.Part {
    /// Reads a path with the attributes that it has or inherits.
    fileprivate init?(_ attributes: [String: String]) {
        guard let outline = attributes["d"], let steps = OutlineStep.steps(of: outline),
            let width = attributes["stroke-width"].flatMap(Double.init)
        else { return nil }
        let fill = attributes["fill"].flatMap(Colour.init(hex:))
        guard fill != nil || attributes["fill"] == "none" else { return nil }
        let dashes = (attributes["stroke-dasharray"] ?? "").split(separator: " ").compactMap { Double($0) }
        self.init(steps: steps, fill: fill, width: width, dashes: dashes)
    }
}
