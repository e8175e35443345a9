/// An image whose pixels are places in a ``Palette``.
package struct IndexedImage: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// One byte a pixel, row by row from the top left.
    package let pixels: [UInt8]

    /// Creates an image; `pixels` must hold `width` × `height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0, "an image has pixels")
        precondition(pixels.count == width * height, "one byte a pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The image as a palette PNG (colour type 3, 8 bits).
    ///
    /// Every pixel must be a place in the palette: a PNG reader rejects or blackens what lies beyond it. The rows
    /// are stored with filter 0, which the PNG specification recommends for indexed pictures. The level says how hard
    /// to compress, 0…12.
    package func png(palette: Palette, level: Int = PNG.liveLevel) -> [UInt8] {
        PNG.file(
            PNG.Header(width: width, height: height, kind: .palette), before: palette.chunks,
            scanlines: PNG.scanlines(of: pixels, rowLength: width), level: level)
    }
}
