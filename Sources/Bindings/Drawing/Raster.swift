/// A picture in memory onto which others can be composited, pixel by pixel.
///
/// Compositing moves a picture by whole pixels and uses integers. The result is therefore the same wherever
/// the picture lies and wherever an edge cuts it. Pixels are native-endian ARGB words with colours
/// premultiplied by alpha.
package struct Raster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    private var pixels: [UInt32]

    /// Creates a transparent picture.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        self.width = width
        self.height = height
        pixels = Array(repeating: 0, count: width * height)
    }

    /// Copies the pixels of a canvas.
    package init(_ canvas: borrowing Canvas) throws(CairoError) {
        width = canvas.width
        height = canvas.height
        pixels = try canvas.premultipliedPixels()
    }

    /// Whether all pixels are transparent.
    package var isTransparent: Bool { pixels.allSatisfy { $0 == 0 } }

    /// Composites a picture onto this one with its top left pixel at (`x`, `y`), clipped to this picture.
    ///
    /// `opacity` fades it as a whole; 255 leaves it unchanged.
    package mutating func lay(_ other: Raster, x: Int, y: Int, opacity: UInt8 = 255) {
        let columns = max(0, -x)..<max(max(0, -x), min(other.width, width - x))
        let rows = max(0, -y)..<max(max(0, -y), min(other.height, height - y))
        guard !columns.isEmpty else { return }
        for row in rows {
            let from = row * other.width
            let to = (row + y) * width + x
            for column in columns {
                let source = other.pixels[from + column]
                guard source != 0 else { continue }
                pixels[to + column] = Self.over(Self.faded(source, to: opacity), pixels[to + column])
            }
        }
    }

    /// Copies a rectangle of pixels, which must lie inside.
    package func part(x: Int, y: Int, width: Int, height: Int) -> Raster {
        precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
        var part = Raster(width: width, height: height)
        part.lay(self, x: -x, y: -y)
        return part
    }

    /// Writes the picture as a PNG, with a palette if 256 colours suffice, otherwise with 8 bits per channel.
    package func png(level: Int = PNG.liveLevel) -> [UInt8] {
        guard let indexed = indexed() else { return colourPNG(level: level) }
        return indexed.image.png(palette: indexed.palette, level: level)
    }

    private func indexed() -> (image: IndexedImage, palette: Palette)? {
        var places: [UInt32: UInt8] = [0: 0]
        var colours = [Colour.transparent]
        var last: (pixel: UInt32, place: UInt8) = (0, 0)
        var indexes: [UInt8] = []
        indexes.reserveCapacity(pixels.count)
        for pixel in pixels {
            if pixel != last.pixel {
                if let place = places[pixel] {
                    last = (pixel, place)
                } else {
                    guard colours.count < 256 else { return nil }
                    last = (pixel, UInt8(colours.count))
                    places[pixel] = last.place
                    colours.append(Colour(premultiplied: pixel))
                }
            }
            indexes.append(last.place)
        }
        guard let palette = Palette(colours) else { return nil }
        return (IndexedImage(width: width, height: height, pixels: indexes), palette)
    }

    private func colourPNG(level: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * pixels.count)
        for pixel in pixels {
            let colour = Colour(premultiplied: pixel)
            bytes.append(colour.red)
            bytes.append(colour.green)
            bytes.append(colour.blue)
            bytes.append(colour.alpha)
        }
        return PNG.file(
            PNG.Header(width: width, height: height, kind: .colourWithAlpha), before: [],
            scanlines: PNG.scanlines(of: bytes, rowLength: 4 * width), level: level)
    }
}

extension Raster {
    /// Multiplies two fractions of 255, rounded.
    private static func product(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let product = first &* second &+ 128
        return (product &+ product >> 8) >> 8
    }

    private static func faded(_ pixel: UInt32, to opacity: UInt8) -> UInt32 {
        guard opacity < 255 else { return pixel }
        let share = UInt32(opacity)
        return product(pixel >> 24, share) << 24 | product(pixel >> 16 & 0xFF, share) << 16
            | product(pixel >> 8 & 0xFF, share) << 8 | product(pixel & 0xFF, share)
    }

    /// Porter and Duff's *over* with premultiplied colours.
    private static func over(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
        let rest = 255 - upper >> 24
        guard rest > 0, lower != 0 else { return upper }
        func channel(_ shift: UInt32) -> UInt32 {
            min(upper >> shift & 0xFF + product(lower >> shift & 0xFF, rest), 255) << shift
        }
        return channel(24) | channel(16) | channel(8) | channel(0)
    }
}
