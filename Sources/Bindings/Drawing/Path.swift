import CCairo

/// A point in the units of a ``Canvas``.
package struct Point: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A closed outline of lines and arcs, in the units of a ``Canvas``.
package struct Path: Hashable, Sendable {
    enum Step: Hashable {
        case line(to: Point)
        /// A clockwise arc, as seen on the canvas, from one angle to a greater one.
        ///
        /// Angles are in radians; 0 points right.
        case arc(centre: Point, radius: Double, from: Double, to: Double)
    }

    private(set) var steps: [Step] = []

    package init() {}

    /// Adds a straight line to a point.
    ///
    /// The first step only moves there.
    package mutating func addLine(to point: Point) { steps.append(.line(to: point)) }

    /// Adds a clockwise arc, preceded by a straight line to its start.
    ///
    /// Angles are in radians. 0 points right, and the second angle exceeds the first.
    package mutating func addArc(around centre: Point, radius: Double, from start: Double, to end: Double) {
        steps.append(.arc(centre: centre, radius: radius, from: start, to: end))
    }

    /// A circle around a point.
    package static func circle(around centre: Point, radius: Double) -> Path {
        var path = Path()
        path.addArc(around: centre, radius: radius, from: 0, to: 2 * .pi)
        return path
    }

    /// A polygon with the given corners.
    package static func polygon(_ points: [Point]) -> Path {
        var path = Path()
        for point in points { path.addLine(to: point) }
        return path
    }

    /// A rectangle with rounded corners.
    package static func rounded(_ rectangle: Rectangle, radius: Double) -> Path {
        let (left, right) = (rectangle.x + radius, rectangle.x + rectangle.width - radius)
        let (top, bottom) = (rectangle.y + radius, rectangle.y + rectangle.height - radius)
        var path = Path()
        path.addArc(around: Point(right, top), radius: radius, from: -.pi / 2, to: 0)
        path.addArc(around: Point(right, bottom), radius: radius, from: 0, to: .pi / 2)
        path.addArc(around: Point(left, bottom), radius: radius, from: .pi / 2, to: .pi)
        path.addArc(around: Point(left, top), radius: radius, from: .pi, to: 1.5 * .pi)
        return path
    }
}

extension Canvas {
    /// Fills a path.
    package func fill(_ path: Path, with colour: Colour) {
        trace(path)
        use(colour)
        unsafe cairo_fill(context)
    }

    /// Strokes a path with round joins, with the line centred on the path.
    package func outline(_ path: Path, width: Double, dashes: [Double] = [], with colour: Colour) {
        trace(path)
        unsafe cairo_save(context)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        stroke(width: width, dashes: dashes, with: colour)
        unsafe cairo_restore(context)
    }

    /// Draws a line of text centred at `x`, on a halo that is `haloWidth` units wide on each side.
    package func write(
        _ text: String, around x: Double, baseline: Double, _ style: TextStyle, halo: Colour? = nil,
        haloWidth: Double = 2
    ) {
        let start = x - width(of: text, style) / 2
        if let halo {
            unsafe cairo_new_path(context)
            unsafe cairo_move_to(context, start, baseline)
            unsafe cairo_text_path(context, text)
            unsafe cairo_save(context)
            unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            stroke(width: 2 * haloWidth, dashes: [], with: halo)
            unsafe cairo_restore(context)
        }
        write(text, x: start, baseline: baseline, style)
    }

    /// Moves the origin for all further drawing.
    package func moveOrigin(byX x: Double, y: Double) { unsafe cairo_translate(context, x, y) }

    private func trace(_ path: Path) {
        unsafe cairo_new_path(context)
        for step in path.steps {
            switch step {
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .arc(let centre, let radius, let start, let end):
                unsafe cairo_arc(context, centre.x, centre.y, radius, start, end)
            }
        }
        unsafe cairo_close_path(context)
    }
}
