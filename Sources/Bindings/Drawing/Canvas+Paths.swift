import CCairo

extension Canvas {
    /// Begins a new path and forgets the former one.
    package func beginPath() { unsafe cairo_new_path(context) }

    /// Begins a new line of the path at a point.
    package func move(toX x: Double, y: Double) { unsafe cairo_move_to(context, x, y) }

    /// Leads the path's last line on to a point, or begins one there.
    package func extend(toX x: Double, y: Double) { unsafe cairo_line_to(context, x, y) }

    /// Adds a circle to the path, as a line of its own.
    package func addCircle(x: Double, y: Double, radius: Double) {
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, x, y, radius, 0, 2 * .pi)
        unsafe cairo_close_path(context)
    }

    /// Adds the outlines of a line of text whose baseline begins at a point; its own colour is not used.
    package func addText(_ text: String, x: Double, baseline: Double, _ style: TextStyle) {
        use(style)
        unsafe cairo_move_to(context, x, baseline)
        unsafe cairo_text_path(context, text)
    }

    /// Adds a column of teeth along the left edge, three pixels wide, which makes every other pixel depend on nothing but
    /// what is drawn over it.
    ///
    /// Cairo samples a row of pixels fifteen times when an edge begins somewhere in it, measures it in one step when none
    /// does, and takes paths of boxes apart in a third way. So the same line comes out a little differently in two
    /// pictures when something else differs in its row. With a tooth in each row all rows are sampled. What the teeth
    /// leave at the edge is to be cut off.
    package func addComb() {
        unsafe cairo_save(context)
        unsafe cairo_identity_matrix(context)
        // Outlines of strokes begin some pixels before the line does, so the comb begins early and ends late.
        for row in -8..<height + 8 {
            unsafe cairo_move_to(context, 1, Double(row) + 0.25)
            unsafe cairo_line_to(context, 2, Double(row) + 0.5)
            unsafe cairo_line_to(context, 1, Double(row) + 0.75)
        }
        unsafe cairo_restore(context)
    }

    /// What counts as inside where lines of a path enclose a point more than once.
    package enum FillRule: Sendable {
        /// Inside is what is enclosed an odd number of times: areas with holes.
        case evenOdd
        /// Inside is all that is enclosed: letters, whose outlines may overlap.
        case nonZero
    }

    /// Fills what the path's lines enclose, and forgets the path.
    package func fillPath(_ rule: FillRule, with colour: Colour) {
        use(colour)
        unsafe cairo_set_fill_rule(
            context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        unsafe cairo_fill(context)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// Draws the path's lines with round joins and ends, and keeps the path; the width is in units.
    package func strokePath(width: Double, with colour: Colour) {
        use(colour)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_dash(context, nil, 0, 0)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_stroke_preserve(context)
    }
}
