import CCairo

/// A rectangle in the units of a ``Canvas``.
package struct Rectangle: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The style of a line of text.
///
/// The font is DejaVu Sans, which every Debian has and which covers Latin, Greek and Cyrillic.
package struct TextStyle: Hashable, Sendable {
    /// The height of the em square in units.
    package let size: Double
    package let isBold: Bool
    /// Whether letters are hinted to pixels.
    ///
    /// Hinted letters are crisper, but their shapes and distances change with the scale.
    package let isFitted: Bool
    package let colour: Colour

    package init(size: Double, isBold: Bool = false, isFitted: Bool = true, colour: Colour) {
        self.size = size
        self.isBold = isBold
        self.isFitted = isFitted
        self.colour = colour
    }
}

extension Canvas {
    /// Fills a rectangle with corners rounded by `radius` units.
    package func fill(_ rectangle: Rectangle, radius: Double = 0, with colour: Colour) {
        trace(rectangle, radius: radius)
        use(colour)
        unsafe cairo_fill(context)
    }

    /// Fills a rectangle with a gradient from left to right, with colours at equal distances.
    package func fill(_ rectangle: Rectangle, radius: Double = 0, withColoursFromTheLeft colours: [Colour]) {
        let pattern = unsafe cairo_pattern_create_linear(
            rectangle.x, 0, rectangle.x + rectangle.width, 0)
        defer { unsafe cairo_pattern_destroy(pattern) }
        for (position, colour) in colours.enumerated() {
            unsafe cairo_pattern_add_color_stop_rgba(
                pattern, Double(position) / Double(max(colours.count - 1, 1)), colour.red.share,
                colour.green.share,
                colour.blue.share, colour.alpha.share)
        }
        trace(rectangle, radius: radius)
        unsafe cairo_set_source(context, pattern)
        unsafe cairo_fill(context)
    }

    /// Draws the outline of a rectangle, with the line centred on the edge.
    package func outline(
        _ rectangle: Rectangle, radius: Double = 0, width: Double = 1, dashes: [Double] = [],
        with colour: Colour
    ) {
        trace(rectangle, radius: radius)
        stroke(width: width, dashes: dashes, with: colour)
    }

    /// Draws a straight line.
    package func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double = 1,
        with colour: Colour
    ) {
        unsafe cairo_new_path(context)
        unsafe cairo_move_to(context, start.x, start.y)
        unsafe cairo_line_to(context, end.x, end.y)
        stroke(width: width, dashes: [], with: colour)
    }

    /// Draws a line of text with its baseline starting at a point.
    package func write(_ text: String, x: Double, baseline: Double, _ style: TextStyle) {
        use(style)
        use(style.colour)
        unsafe cairo_move_to(context, x, baseline)
        unsafe cairo_show_text(context, text)
        unsafe cairo_new_path(context)
    }

    /// Returns the advance width of a line of text in units.
    package func width(of text: String, _ style: TextStyle) -> Double {
        use(style)
        var extents = cairo_text_extents_t()
        unsafe cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    private func trace(_ rectangle: Rectangle, radius: Double) {
        unsafe cairo_new_path(context)
        guard radius > 0 else {
            unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
            return
        }
        let left = rectangle.x + radius
        let right = rectangle.x + rectangle.width - radius
        let top = rectangle.y + radius
        let bottom = rectangle.y + rectangle.height - radius
        unsafe cairo_arc(context, right, top, radius, -.pi / 2, 0)
        unsafe cairo_arc(context, right, bottom, radius, 0, .pi / 2)
        unsafe cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
        unsafe cairo_arc(context, left, top, radius, .pi, 1.5 * .pi)
        unsafe cairo_close_path(context)
    }

    func stroke(width: Double, dashes: [Double], with colour: Colour) {
        use(colour)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        unsafe cairo_stroke(context)
    }

    func use(_ colour: Colour) {
        unsafe cairo_set_source_rgba(
            context, colour.red.share, colour.green.share, colour.blue.share, colour.alpha.share)
    }

    func use(_ style: TextStyle) {
        // Cairo resolves a family once, with the options of the first request, and returns that font for all
        // others. Fontconfig ignores case, so unhinted text uses a family name of its own. Files of lines, such as
        // SVG and PDF, have no pixels to fit to, and their first request would unhint all pictures.
        let isPicture = unsafe cairo_surface_get_type(cairo_get_target(context)) == CAIRO_SURFACE_TYPE_IMAGE
        let isFitted = style.isFitted && isPicture
        unsafe cairo_select_font_face(
            context, isFitted ? "DejaVu Sans" : "dejavu sans", CAIRO_FONT_SLANT_NORMAL,
            style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        unsafe cairo_set_font_size(context, style.size)
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        if !isFitted {
            unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
            unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        }
        unsafe cairo_set_font_options(context, options)
    }
}

extension UInt8 {
    /// The channel as a fraction of full intensity, 0…1.
    fileprivate var share: Double { Double(self) / 255 }
}
