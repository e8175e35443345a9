import Testing

@testable import Drawing

@Suite struct CanvasTests {
    private let red = Colour(red: 255, green: 0, blue: 0)

    @Test func `a filled rectangle covers its pixels and no others`() throws {
        let canvas = try Canvas(width: 4, height: 3)
        canvas.fill(Rectangle(x: 1, y: 1, width: 2, height: 1), with: red)
        let clear = Colour.transparent
        #expect(
            try canvas.pixels() == [
                clear, clear, clear, clear,
                clear, red, red, clear,
                clear, clear, clear, clear,
            ])
    }

    @Test func `a canvas of scale 2 has twice the pixels`() throws {
        let canvas = try Canvas(width: 10, height: 5.5, scale: 2)
        #expect(canvas.width == 20)
        #expect(canvas.height == 11)
    }

    @Test func `a picture of more than 256 colours survives its PNG`() throws {
        let canvas = try Canvas(width: 20, height: 20)
        for column in 0..<20 {
            for row in 0..<20 {
                let colour = Colour(red: UInt8(column * 12), green: UInt8(row * 12), blue: 7)
                canvas.fill(Rectangle(x: Double(column), y: Double(row), width: 1, height: 1), with: colour)
            }
        }
        let pixels = try canvas.pixels()
        #expect(Set(pixels).count == 400)
        #expect(try Canvas(png: canvas.png()).pixels() == pixels)
    }

    @Test func `wider text is longer`() throws {
        let canvas = try Canvas(width: 1, height: 1)
        let style = TextStyle(size: 12, colour: red)
        #expect(canvas.width(of: "birch pollen", style) > canvas.width(of: "birch", style))
        #expect(canvas.width(of: "birch", style) > 10)
    }

    @Test func `a canvas without pixels is refused`() {
        #expect(throws: CairoError.self) { _ = try Canvas(width: -1, height: 5) }
    }
}
