import CCairo

extension Canvas {
    /// Writes an opaque PNG quickly, with a palette if 256 colours suffice, otherwise with 8 bits per
    /// channel.
    ///
    /// Channels are rounded down to multiples of `step`, a power of two. That limits the number of blends
    /// between a few colours, and equal colours stay equal in every picture. `trim` pixels are cut off on
    /// each side.
    package func opaquePNG(step: UInt8, trim: Int, level: Int = PNG.liveLevel) throws(CairoError) -> [UInt8] {
        let words = try words(mask: 0xFF00_0000 | Self.mask(step) & 0xFF_FFFF, trim: trim)
        let (columns, rows) = (width - 2 * trim, height - 2 * trim)
        return Self.palettePNG(of: words, width: columns, height: rows, level: level)
            ?? Self.colourPNG(of: words, width: columns, height: rows, level: level)
    }

    /// A picture through which one sees as a PNG with a palette, made fast; `nil` when nothing is visible.
    ///
    /// The channels, alpha included, are rounded down to multiples of `step`, a power of two, or of the next one with which
    /// 256 colours suffice: where two colours meet on transparent ground there are blends of three.
    package func translucentPNG(
        step: UInt8, trim: Int, level: Int = PNG.liveLevel
    ) throws(CairoError) -> [UInt8]? {
        let words = try words(mask: Self.mask(step), trim: trim)
        guard words.contains(where: { $0 != 0 }) else { return nil }
        let (columns, rows) = (width - 2 * trim, height - 2 * trim)
        var step = step
        while true {
            let mask = Self.mask(step)
            let rounded = words.map { $0 & mask }
            if let png = Self.palettePNG(of: rounded, width: columns, height: rows, level: level) {
                return png
            }
            // Four steps a channel are 256 colours at most, so this ends at 64.
            step *= 2
        }
    }

    /// The bits of a word that stay when its channels are rounded down.
    private static func mask(_ step: UInt8) -> UInt32 {
        precondition(step > 0 && step & (step - 1) == 0, "a step is a power of two")
        return UInt32(0xFF & ~(step - 1)) * 0x0101_0101
    }

    /// A picture with a palette, or `nil` when it has more than 256 colours.
    private static func palettePNG(of words: [UInt32], width: Int, height: Int, level: Int) -> [UInt8]? {
        var places = ColourPlaces()
        var pixels: [UInt8] = []
        pixels.reserveCapacity(words.count)
        for word in words {
            guard let place = places.place(of: word) else { return nil }
            pixels.append(place)
        }
        guard let palette = Palette(places.words.map(Colour.init(premultiplied:))) else {
            preconditionFailure("a picture has 1…256 colours here")
        }
        return IndexedImage(width: width, height: height, pixels: pixels).png(palette: palette, level: level)
    }

    private static func colourPNG(of words: [UInt32], width: Int, height: Int, level: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * words.count)
        for word in words {
            let colour = Colour(premultiplied: word)
            bytes += [colour.red, colour.green, colour.blue, colour.alpha]
        }
        return PNG.file(
            PNG.Header(width: width, height: height, kind: .colourWithAlpha), before: [],
            scanlines: PNG.scanlines(of: bytes, rowLength: 4 * width), level: level)
    }

    /// Returns Cairo's pixel words, row by row, masked.
    private func words(mask: UInt32, trim: Int) throws(CairoError) -> [UInt32] {
        precondition(trim >= 0 && 2 * trim < min(width, height), "something is left")
        unsafe cairo_surface_flush(surface)
        let status = unsafe cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS, let data = unsafe cairo_image_surface_get_data(surface) else {
            throw CairoError(operation: "draw", status: status)
        }
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: stride * height)
        let capacity = (width - 2 * trim) * (height - 2 * trim)
        return unsafe [UInt32](unsafeUninitializedCapacity: capacity) { output, count in
            for row in trim..<height - trim {
                for column in trim..<width - trim {
                    let word = unsafe bytes.loadUnaligned(
                        fromByteOffset: row * stride + 4 * column, as: UInt32.self)
                    unsafe output[count] = word & mask
                    count += 1
                }
            }
        }
    }
}

/// Numbers up to 256 colours in order of appearance: a hash table without deletion.
private struct ColourPlaces {
    private(set) var words: [UInt32] = []
    /// Indices into ``words``, or −1.
    ///
    /// There are twice as many slots as colours, which keeps the probes short.
    private var slots = [Int16](repeating: -1, count: 512)
    private var last: (word: UInt32, place: UInt8) = (0, 0)

    /// Returns the index of a word, or `nil` if it would be the 257th.
    mutating func place(of word: UInt32) -> UInt8? {
        // Neighbouring pixels are mostly equal.
        if word == last.word, !words.isEmpty { return last.place }
        // Knuth's multiplicative hash. Its upper bits are well mixed.
        var slot = Int((word &* 0x9E37_79B1) >> 23)
        while slots[slot] >= 0, words[Int(slots[slot])] != word { slot = (slot + 1) & 511 }
        if slots[slot] < 0 {
            guard words.count < 256 else { return nil }
            slots[slot] = Int16(words.count)
            words.append(word)
        }
        last = (word, UInt8(slots[slot]))
        return last.place
    }
}
