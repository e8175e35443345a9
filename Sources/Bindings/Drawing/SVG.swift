import CCairo

/// Writes a picture as SVG, with the outlines of its letters, so that it needs no fonts.
package enum SVG {
    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - width: The width in units.
    ///   - height: The height in units.
    ///   - draw: Draws it, with the origin at the top left.
    /// - Returns: The file.
    /// - Throws: ``CairoError`` if there is no memory.
    package static func file(
        width: Double, height: Double, _ draw: (borrowing Canvas) -> Void
    ) throws(CairoError) -> [UInt8] {
        let output = StreamOutput()
        let surface = unsafe cairo_svg_surface_create_for_stream(
            StreamOutput.append, Unmanaged.passUnretained(output).toOpaque(), width, height)
        let canvas = try unsafe Canvas(pages: surface, width: width, height: height)
        draw(canvas)
        try canvas.finish()
        return withExtendedLifetime(output) { output.bytes }
    }
}
