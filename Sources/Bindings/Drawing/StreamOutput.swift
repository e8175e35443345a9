import CCairo

/// Receives what Cairo writes.
final class StreamOutput {
    private(set) var bytes: [UInt8] = []

    /// Appends to the output that the closure is.
    static let append: cairo_write_func_t = { closure, data, count in
        guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
        let output = unsafe Unmanaged<StreamOutput>.fromOpaque(closure).takeUnretainedValue()
        unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

extension Canvas {
    /// Ends a document, so that all of it is written.
    func finish() throws(CairoError) {
        let drawn = unsafe cairo_status(context)
        unsafe cairo_surface_finish(surface)
        let written = unsafe cairo_surface_status(surface)
        for status in [drawn, written] where status != CAIRO_STATUS_SUCCESS {
            throw CairoError(operation: "write the document", status: status)
        }
    }
}
