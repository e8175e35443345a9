import CCairo

extension Canvas {
    /// Returns the colours of all pixels, row by row from the top left.
    package func pixels() throws(CairoError) -> [Colour] {
        try premultipliedPixels().map(Colour.init(premultiplied:))
    }

    /// Returns all pixels, row by row from the top left, as native-endian ARGB words premultiplied by alpha.
    func premultipliedPixels() throws(CairoError) -> [UInt32] {
        unsafe cairo_surface_flush(surface)
        let status = unsafe cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS, let data = unsafe cairo_image_surface_get_data(surface) else {
            throw CairoError(operation: "draw", status: status)
        }
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: stride * height)
        // Without an alpha channel (a PNG without one) the top byte is undefined.
        let isOpaque = unsafe cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let pixel = unsafe bytes.loadUnaligned(
                    fromByteOffset: row * stride + 4 * column, as: UInt32.self)
                pixels.append(isOpaque ? pixel | 0xFF00_0000 : pixel)
            }
        }
        return pixels
    }

    /// Gives every pixel an opaque colour, row by row from the top left.
    package func fill(withPixels pixels: [Colour]) {
        precondition(pixels.count == width * height, "each pixel has a colour")
        unsafe cairo_surface_flush(surface)
        // Without memory, Cairo remembers so, and what is read from the canvas throws.
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return }
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: data, count: stride * height)
        for (place, colour) in pixels.enumerated() {
            let (row, column) = place.quotientAndRemainder(dividingBy: width)
            let word =
                0xFF00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
            unsafe bytes.storeBytes(of: word, toByteOffset: row * stride + 4 * column, as: UInt32.self)
        }
        unsafe cairo_surface_mark_dirty(surface)
    }

    /// Writes the canvas as a PNG, with a palette if 256 colours suffice, otherwise with 8 bits per channel.
    package func png() throws(CairoError) -> [UInt8] {
        let pixels = try pixels()
        var places: [Colour: UInt8] = [:]
        var colours: [Colour] = []
        for colour in pixels where places[colour] == nil {
            guard colours.count < 256 else { return colourPNG(of: pixels) }
            places[colour] = UInt8(colours.count)
            colours.append(colour)
        }
        guard let palette = Palette(colours) else { preconditionFailure("a canvas has 1…256 colours here") }
        let image = IndexedImage(width: width, height: height, pixels: pixels.map { places[$0] ?? 0 })
        return image.png(palette: palette, level: PNG.storedLevel)
    }

    private func colourPNG(of pixels: [Colour]) -> [UInt8] {
        let bytes = pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        return PNG.file(
            PNG.Header(width: width, height: height, kind: .colourWithAlpha), before: [],
            scanlines: PNG.scanlines(of: bytes, rowLength: 4 * width), level: PNG.storedLevel)
    }
}

extension Colour {
    /// Converts a pixel of Cairo's ARGB32, a native-endian word with colours premultiplied by alpha.
    init(premultiplied pixel: UInt32) {
        let alpha = pixel >> 24
        guard alpha > 0 else {
            self = .transparent
            return
        }
        func straight(_ channel: UInt32) -> UInt8 { UInt8(min((channel * 255 + alpha / 2) / alpha, 255)) }
        self.init(
            red: straight(pixel >> 16 & 0xFF), green: straight(pixel >> 8 & 0xFF),
            blue: straight(pixel & 0xFF),
            alpha: UInt8(alpha))
    }
}
