/// An image whose pixels are indices into a ``Palette``.
package struct IndexedImage: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// One byte per pixel, row by row from the top left.
    package let pixels: [UInt8]

    /// Creates an image.
    ///
    /// `pixels` must have `width` × `height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0, "an image has pixels")
        precondition(pixels.count == width * height, "one byte a pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Writes the image as a palette PNG (colour type 3, 8 bits).
    ///
    /// Every pixel must be an index into the palette: PNG readers reject or blacken other values. The rows
    /// have filter 0, which the PNG specification recommends for indexed pictures. `level` is the compression
    /// level, 0…12.
    package func png(palette: Palette, level: Int = PNG.liveLevel) -> [UInt8] {
        PNG.file(
            PNG.Header(width: width, height: height, kind: .palette), before: palette.chunks,
            scanlines: PNG.scanlines(of: pixels, rowLength: width), level: level)
    }
}

extension PNG {
    /// A fully transparent square picture, which is small.
    package static func transparent(side: Int) -> [UInt8] {
        guard let palette = Palette([.transparent]) else { preconditionFailure("one colour is a palette") }
        return IndexedImage(width: side, height: side, pixels: Array(repeating: 0, count: side * side))
            .png(palette: palette, level: storedLevel)
    }
}
