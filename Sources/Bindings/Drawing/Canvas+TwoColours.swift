import CCairo

extension Canvas {
    /// Writes the canvas as a PNG in black and white, without any grey, as electronic paper shows it.
    ///
    /// A pixel is white if it is at least half as bright as white, by the weights of sRGB's luminance without its
    /// linear light, which keeps thin letters whole.
    package func blackAndWhitePNG() throws(CairoError) -> [UInt8] {
        let pixels = try premultipliedPixels().map { word -> UInt8 in
            let (red, green, blue) = (word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF)
            return 54 * red + 183 * green + 19 * blue >= 128 * 256 ? 0 : 1
        }
        guard let palette = Palette([.white, Colour(red: 0, green: 0, blue: 0)]) else {
            preconditionFailure("two colours are a palette")
        }
        return IndexedImage(width: width, height: height, pixels: pixels)
            .png(palette: palette, level: PNG.liveLevel)
    }
}
