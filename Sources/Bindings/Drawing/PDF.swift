import CCairo
package import Foundation

/// Writes a PDF whose pages are drawn one after the other.
///
/// The file is tagged: programs that read aloud are told the order of its parts, their kinds, and the language.
package enum PDF {
    /// What the file says of itself.
    package struct Description: Sendable {
        package let title: String
        /// The language of its words, such as `de`.
        package let language: String
        package let created: Date

        package init(title: String, language: String, created: Date) {
            (self.title, self.language, self.created) = (title, language, created)
        }
    }

    /// Draws a document.
    ///
    /// - Parameters:
    ///   - width: The width of a page in points of 1/72 inch.
    ///   - height: The height of a page in points.
    ///   - description: What the file says of itself.
    ///   - pages: Draws each page, with its origin at the top left.
    /// - Returns: The file.
    /// - Throws: ``CairoError`` if there is no memory.
    package static func file(
        width: Double, height: Double, _ description: Description, pages: [(borrowing Canvas) -> Void]
    ) throws(CairoError) -> [UInt8] {
        let output = StreamOutput()
        let surface = unsafe cairo_pdf_surface_create_for_stream(
            StreamOutput.append, Unmanaged.passUnretained(output).toOpaque(), width, height)
        let canvas = try unsafe Canvas(pages: surface, width: width, height: height)
        canvas.describe(CAIRO_PDF_METADATA_TITLE, description.title)
        canvas.describe(CAIRO_PDF_METADATA_CREATOR, "Breathe Easy")
        canvas.describe(CAIRO_PDF_METADATA_CREATE_DATE, description.created.formatted(.iso8601))
        // Cairo says that a file is tagged if all of it is one part of this kind.
        canvas.part("Document") {
            for page in pages {
                page(canvas)
                canvas.endPage()
            }
        }
        try canvas.finish()
        let bytes = withExtendedLifetime(output) { output.bytes }
        let catalogue = "/Lang (\(description.language)) /ViewerPreferences << /DisplayDocTitle true >>"
        return adding(catalogue, to: bytes) ?? bytes
    }
}

extension Canvas {
    /// Draws a part of a page that screen readers are told the kind of: `H1`, `H2`, `P`, `Figure`, `Table`, and in
    /// it `TR`, `TH` and `TD`.
    ///
    /// The kinds are the structure types of ISO 32000-1, section 14.8.4. Pictures without pages ignore them.
    package func part(_ kind: String, _ draw: () -> Void) {
        unsafe cairo_tag_begin(context, kind, nil)
        draw()
        unsafe cairo_tag_end(context, kind)
    }

    fileprivate func describe(_ member: cairo_pdf_metadata_t, _ text: String) {
        unsafe cairo_pdf_surface_set_metadata(surface, member, text)
    }

    /// Begins the next page, with its origin at the top left again.
    fileprivate func endPage() {
        unsafe cairo_show_page(context)
        unsafe cairo_identity_matrix(context)
    }
}
