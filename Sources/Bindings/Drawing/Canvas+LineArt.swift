import CCairo

extension Canvas {
    /// Draws line art in a square with its top left at a point.
    package func draw(_ art: LineArt, x: Double, y: Double, side: Double) {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, x, y)
        unsafe cairo_scale(context, side / art.side, side / art.side)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        for part in art.parts {
            trace(part.steps)
            if let fill = part.fill {
                use(fill)
                unsafe cairo_fill_preserve(context)
            }
            stroke(width: part.width, dashes: part.dashes, with: art.ink)
        }
        unsafe cairo_restore(context)
    }

    private func trace(_ steps: [OutlineStep]) {
        unsafe cairo_new_path(context)
        for step in steps {
            switch step {
            case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .curve(let first, let second, let end):
                unsafe cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: unsafe cairo_close_path(context)
            }
        }
    }
}
