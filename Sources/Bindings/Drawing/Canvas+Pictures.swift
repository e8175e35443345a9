import CCairo

extension Canvas {
    /// Draws another canvas onto this one, pixel for pixel, with its top left at a point.
    package func lay(_ picture: borrowing Canvas, x: Double, y: Double) {
        unsafe cairo_save(context)
        unsafe cairo_set_source_surface(context, picture.surface, x, y)
        unsafe cairo_paint(context)
        unsafe cairo_restore(context)
    }

    /// Draws with clipping to a rectangle.
    package func clipped(to rectangle: Rectangle, _ draw: () throws -> Void) rethrows {
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        unsafe cairo_new_path(context)
        unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        unsafe cairo_clip(context)
        try draw()
    }
}
