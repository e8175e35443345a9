import CCairo

extension Canvas {
    /// Begins a new path and discards the previous one.
    package func beginPath() { unsafe cairo_new_path(context) }

    /// Begins a new subpath at a point.
    package func move(toX x: Double, y: Double) { unsafe cairo_move_to(context, x, y) }

    /// Extends the current subpath to a point, or begins one there.
    package func extend(toX x: Double, y: Double) { unsafe cairo_line_to(context, x, y) }

    /// Adds a circle to the path as a subpath of its own.
    package func addCircle(x: Double, y: Double, radius: Double) {
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, x, y, radius, 0, 2 * .pi)
        unsafe cairo_close_path(context)
    }

    /// Adds the outlines of a line of text with its baseline starting at a point.
    ///
    /// The style's colour is ignored.
    package func addText(_ text: String, x: Double, baseline: Double, _ style: TextStyle) {
        use(style)
        unsafe cairo_move_to(context, x, baseline)
        unsafe cairo_text_path(context, text)
    }

    /// Adds teeth along the left edge, three pixels wide, so that every other pixel depends only on what is
    /// drawn over it.
    ///
    /// Cairo samples a row of pixels fifteen times if an edge begins somewhere in it, measures it in one step
    /// if none does, and splits paths of boxes in a third way. The same line therefore looks slightly
    /// different in two pictures if anything else in its row differs. With a tooth in each row, all rows are
    /// sampled. The caller cuts off the marks that the teeth leave at the edge.
    package func addComb() {
        unsafe cairo_save(context)
        unsafe cairo_identity_matrix(context)
        // Stroke outlines begin some pixels before the line does, so the comb begins early and ends late.
        for row in -8..<height + 8 {
            unsafe cairo_move_to(context, 1, Double(row) + 0.25)
            unsafe cairo_line_to(context, 2, Double(row) + 0.5)
            unsafe cairo_line_to(context, 1, Double(row) + 0.75)
        }
        unsafe cairo_restore(context)
    }

    /// Determines the inside of a path with overlapping subpaths.
    package enum FillRule: Sendable {
        /// Points enclosed an odd number of times are inside: areas with holes.
        case evenOdd
        /// All enclosed points are inside: letters, whose outlines may overlap.
        case nonZero
    }

    /// Fills the path and discards it.
    package func fillPath(_ rule: FillRule, with colour: Colour) {
        use(colour)
        unsafe cairo_set_fill_rule(
            context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        unsafe cairo_fill(context)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// Fills the path with the pixels of another canvas, whose top left lies on the top left of this one.
    ///
    /// The path is discarded.
    package func fillPath(_ rule: FillRule, with picture: borrowing Canvas) {
        unsafe cairo_save(context)
        unsafe cairo_identity_matrix(context)
        unsafe cairo_set_source_surface(context, picture.surface, 0, 0)
        unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        unsafe cairo_set_fill_rule(
            context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        unsafe cairo_fill(context)
        unsafe cairo_restore(context)
    }

    /// Strokes the path with round joins and ends, and keeps it.
    ///
    /// The width is in units.
    package func strokePath(width: Double, with colour: Colour) {
        use(colour)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_dash(context, nil, 0, 0)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_stroke_preserve(context)
    }
}
