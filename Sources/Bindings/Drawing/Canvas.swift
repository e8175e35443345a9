import CCairo

/// A drawing surface, measured in units that are `scale` pixels wide.
///
/// The origin is the top left. Drawing never throws. Cairo remembers the first error, which ``png()`` and
/// ``pixels()`` then throw.
@safe package struct Canvas: ~Copyable {
    let surface: OpaquePointer
    let context: OpaquePointer
    /// The size in pixels.
    package let width: Int
    package let height: Int

    /// Creates a transparent canvas.
    ///
    /// - Parameters:
    ///   - width: The width in units. The number of pixels is rounded up.
    ///   - height: The height in units.
    ///   - scale: Pixels per unit: 2 for high-density screens.
    /// - Throws: ``CairoError`` for a size that is negative or exceeds 32 767 pixels.
    package init(width: Double, height: Double, scale: Double = 1) throws(CairoError) {
        let columns = (width * scale).rounded(.up)
        let rows = (height * scale).rounded(.up)
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(columns), Int32(rows))
        try unsafe self.init(
            owning: surface, size: (Int(columns), Int(rows)), operation: "make a surface")
        unsafe cairo_scale(context, scale, scale)
    }

    /// Reads a PNG, so that its pixels can be examined.
    package init(png bytes: [UInt8]) throws(CairoError) {
        let surface = unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer
            return unsafe withUnsafeMutablePointer(to: &rest) { rest in
                unsafe cairo_image_surface_create_from_png_stream(readFromBuffer, rest)
            }
        }
        try unsafe self.init(
            owning: surface,
            size: (
                Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
            ), operation: "read the PNG")
    }

    /// Creates a canvas for the pages of a document.
    ///
    /// - Parameters:
    ///   - surface: The document, which the canvas owns from now on.
    ///   - width: The width of a page in points.
    ///   - height: The height of a page in points.
    /// - Throws: ``CairoError`` if there is no memory.
    init(pages surface: OpaquePointer?, width: Double, height: Double) throws(CairoError) {
        try unsafe self.init(
            owning: surface, size: (Int(width), Int(height)), operation: "make a document")
    }

    private init(
        owning surface: OpaquePointer?, size: (width: Int, height: Int), operation: String
    ) throws(CairoError) {
        let surfaceStatus = unsafe cairo_surface_status(surface)
        guard surfaceStatus == CAIRO_STATUS_SUCCESS, let surface = unsafe surface else {
            throw CairoError(operation: operation, status: surfaceStatus)
        }
        let context = unsafe cairo_create(surface)
        let contextStatus = unsafe cairo_status(context)
        guard contextStatus == CAIRO_STATUS_SUCCESS, let context = unsafe context else {
            unsafe cairo_surface_destroy(surface)
            throw CairoError(operation: operation, status: contextStatus)
        }
        unsafe self.surface = surface
        unsafe self.context = context
        (width, height) = size
    }

    deinit {
        // Order matters: the context draws on the surface.
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }
}

/// Copies the next bytes of the buffer that `closure` points to, and advances its start.
private func readFromBuffer(
    closure: UnsafeMutableRawPointer?, target: UnsafeMutablePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
    guard let rest = unsafe closure?.assumingMemoryBound(to: UnsafeRawBufferPointer.self),
        let target = unsafe target, unsafe rest.pointee.count >= Int(count)
    else { return CAIRO_STATUS_READ_ERROR }
    unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.pointee.prefix(Int(count))))
    unsafe rest.pointee = UnsafeRawBufferPointer(rebasing: rest.pointee.dropFirst(Int(count)))
    return CAIRO_STATUS_SUCCESS
}
