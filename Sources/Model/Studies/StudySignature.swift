/// A drawn signature: the lines of a pen on a sheet.
package struct StudySignature: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// The size of the sheet on which pages let people draw.
    package static let sheet = Point(480, 160)
    /// How far from the corner of the sheet a point can be: who draws beyond the edge is still on the screen.
    private static let reach = -10_000.0...10_000
    /// The points of each line; no line is empty.
    package let strokes: [[Point]]

    /// Reads a path of SVG as ``StudyAgreement/signature`` has it; `nil` if nothing is drawn.
    ///
    /// A point that cannot be read is left out, with all that follows it up to the next letter.
    package init?(path: String) {
        var strokes: [[Point]] = []
        for step in Self.steps(of: path) {
            let points = Self.points(of: step.numbers)
            if step.letter == "L", let last = strokes.indices.last {
                strokes[last] += points
            } else if !points.isEmpty {
                strokes.append(points)
            }
        }
        guard !strokes.isEmpty else { return nil }
        self.strokes = strokes
    }

    /// The letters of a path, each with the numbers behind it.
    private static func steps(of path: String) -> [(letter: Character, numbers: Substring)] {
        let starts = path.indices.filter { path[$0].isLetter }
        return starts.enumerated().map { place, start in
            let end = place + 1 < starts.count ? starts[place + 1] : path.endIndex
            return (path[start], path[path.index(after: start)..<end])
        }
    }

    private static func points(of text: Substring) -> [Point] {
        let numbers = text.split(separator: " ").prefix { Double($0).map(reach.contains) == true }
            .compactMap { Double($0) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    }

    /// How far the lines and the sheet together go to the right and down, from where, in the units of the sheet.
    package var frame: (from: Point, to: Point) {
        let (xs, ys) = (strokes.joined().map(\.x), strokes.joined().map(\.y))
        return (
            Point(min(0, xs.min() ?? 0), min(0, ys.min() ?? 0)),
            Point(max(Self.sheet.x, xs.max() ?? 0), max(Self.sheet.y, ys.max() ?? 0))
        )
    }
}
