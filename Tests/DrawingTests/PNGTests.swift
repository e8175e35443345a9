import Testing

@testable import Drawing

@Suite struct PNGTests {
    /// Cairo keeps colours premultiplied, so only full and no opacity come back to the bit.
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

    @Test func `bytes that are no PNG are refused in Cairo's words`() {
        #expect(throws: CairoError.self) { _ = try Canvas(png: [1, 2, 3]) }
    }
}
