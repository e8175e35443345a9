import Testing

@testable import Drawing

@Suite struct RasterTests {
    private let red = Colour(red: 200, green: 0, blue: 0)

    private func square(_ colour: Colour, side: Double = 4) throws -> Raster {
        let canvas = try Canvas(width: side, height: side)
        canvas.fill(Rectangle(x: 0, y: 0, width: side, height: side), with: colour)
        return try Raster(canvas)
    }

    private func pixels(_ raster: Raster) throws -> [Colour] { try Canvas(png: raster.png()).pixels() }

    @Test func `only what lies outside is cut off`() throws {
        for (x, y, count) in [
            (0, 0, 16), (-2, 0, 8), (0, -3, 4), (8, 8, 4), (-4, 0, 0), (10, 2, 0), (2, 40, 0), (-50, -50, 0),
        ] {
            var ground = Raster(width: 10, height: 10)
            ground.lay(try square(red), x: x, y: y)
            #expect(try pixels(ground).count { $0 == red } == count, "\(x) \(y)")
            #expect(ground.isTransparent == (count == 0))
        }
    }

    @Test func `the upper picture covers the lower by its opacity`() throws {
        var ground = try square(Colour(red: 0, green: 0, blue: 200))
        ground.lay(try square(red), x: 0, y: 0, opacity: 128)
        let mixed = try pixels(ground)[0]
        #expect(mixed.alpha == 255)
        #expect(abs(Int(mixed.red) - 100) <= 1 && abs(Int(mixed.blue) - 100) <= 1)
        ground.lay(try square(red), x: 0, y: 0)
        #expect(try pixels(ground)[0] == red)
        var empty = Raster(width: 4, height: 4)
        empty.lay(try square(red), x: 0, y: 0, opacity: 51)
        #expect(try pixels(empty)[0].alpha == 51)
    }

    @Test func `pictures with more than 256 colours keep them all`() throws {
        var ground = Raster(width: 64, height: 64)
        for row in 0..<16 {
            for column in 0..<20 {
                let colour = Colour(red: UInt8(row * 16), green: UInt8(column * 12), blue: 7)
                ground.lay(try square(colour, side: 3), x: column * 3, y: row * 3)
            }
        }
        let shown = try pixels(ground)
        #expect(Set(shown).count == 321)
        #expect(shown[64 + 4] == Colour(red: 0, green: 12, blue: 7))
        // The colour type in the header: 6 is colour with alpha, 3 a palette.
        #expect(ground.png()[25] == 6 && Raster(width: 3, height: 3).png()[25] == 3)
    }

    @Test func `a part is the content of its rectangle`() throws {
        var ground = Raster(width: 20, height: 20)
        ground.lay(try square(red), x: 6, y: 9)
        #expect(ground.part(x: 6, y: 9, width: 4, height: 4) == (try square(red)))
        #expect(ground.part(x: 0, y: 0, width: 6, height: 20).isTransparent)
    }
}
