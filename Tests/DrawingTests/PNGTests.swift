import Testing

@testable import Drawing

@Suite struct PNGTests {
    /// Cairo premultiplies colours, so only full and zero opacity survive exactly.
    private let colours: [Colour] = {
        let opaque = (1..<200).map { number in
            Colour(red: UInt8(number), green: UInt8(255 - number), blue: UInt8(number / 2))
        }
        return [.transparent] + opaque
    }()

    @Test(arguments: [0, 1, 3, 6, 9, 12])
    func `Cairo reads the pixels that were written`(level: Int) throws {
        let palette = try #require(Palette(colours))
        let pixels = (0..<77 * 31).map { UInt8(($0 * $0 / 7) % 200) }
        let image = IndexedImage(width: 77, height: 31, pixels: pixels)
        let canvas = try Canvas(png: image.png(palette: palette, level: level))
        #expect(canvas.width == 77)
        #expect(canvas.height == 31)
        #expect(try canvas.pixels() == pixels.map { colours[Int($0)] })
    }

    @Test func `half-transparent entries keep their opacity`() throws {
        let palette = try #require(Palette([Colour(red: 200, green: 100, blue: 50, alpha: 128)]))
        let image = IndexedImage(width: 1, height: 1, pixels: [0])
        let pixel = try Canvas(png: image.png(palette: palette)).pixels()[0]
        #expect(pixel.alpha == 128)
        #expect(abs(Int(pixel.red) - 200) <= 1)
    }

    @Test func `a palette has one to 256 colours`() {
        #expect(Palette([]) == nil)
        #expect(Palette(Array(repeating: .white, count: 256)) != nil)
        #expect(Palette(Array(repeating: .white, count: 257)) == nil)
    }

    /// A canvas whose pixels differ in colour and in alpha, inside a frame of one pixel.
    private func blends() throws -> Canvas {
        let canvas = try Canvas(width: 66, height: 66)
        for row in 0..<64 {
            for column in 0..<64 {
                canvas.fill(
                    Rectangle(x: Double(column + 1), y: Double(row + 1), width: 1, height: 1),
                    with: Colour(red: UInt8(row * 4), green: 255, blue: 0, alpha: UInt8(column * 4)))
            }
        }
        return canvas
    }

    @Test(arguments: [UInt8(1), 8]) func `a translucent picture has a palette, however many blends it has`(
        step: UInt8
    )
        throws
    {
        let canvas = try blends()
        let png = try #require(try canvas.translucentPNG(step: step, trim: 1))
        // The colour type, after signature, length, name, width, height and bit depth.
        #expect(png[25] == PNG.Kind.palette.rawValue)
        let drawn = try Canvas(png: png)
        #expect(drawn.width == 64 && drawn.height == 64)
        let whole = try canvas.pixels()
        for (place, pixel) in try drawn.pixels().enumerated() {
            let alpha = Int(whole[(place / 64 + 1) * 66 + place % 64 + 1].alpha)
            // 64 shades in 64 alphas are too many even in steps of 16.
            #expect(Int(pixel.alpha) <= alpha && alpha - Int(pixel.alpha) < 32)
        }
    }

    @Test func `an invisible picture is left out`() throws {
        #expect(try Canvas(width: 20, height: 20).translucentPNG(step: 8, trim: 2) == nil)
        let faint = try Canvas(width: 20, height: 20)
        faint.fill(
            Rectangle(x: 0, y: 0, width: 20, height: 20), with: Colour(red: 9, green: 9, blue: 9, alpha: 7))
        #expect(try faint.translucentPNG(step: 8, trim: 2) == nil)
        #expect(try faint.translucentPNG(step: 4, trim: 2) != nil)
    }

    @Test func `bytes that are not a PNG are refused in Cairo's words`() {
        #expect(throws: CairoError.self) { _ = try Canvas(png: [1, 2, 3]) }
    }
}
