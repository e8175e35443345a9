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

    @Test func `a picture with more than 256 colours survives its PNG`() throws {
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

    @Test func `a longer text is wider`() throws {
        let canvas = try Canvas(width: 1, height: 1)
        let style = TextStyle(size: 12, colour: red)
        #expect(canvas.width(of: "birch pollen", style) > canvas.width(of: "birch", style))
        #expect(canvas.width(of: "birch", style) > 10)
    }

    @Test func `text fitted to pixels and unfitted text have separate widths`() throws {
        let canvas = try Canvas(width: 1, height: 1)
        func width(_ size: Double, isFitted: Bool) -> Double {
            canvas.width(of: "birch pollen", TextStyle(size: size, isFitted: isFitted, colour: red))
        }
        for _ in 0..<2 {
            #expect(width(11, isFitted: true) == width(11, isFitted: true).rounded())
            #expect(abs(width(22, isFitted: false) - 2 * width(11, isFitted: false)) < 0.01)
            #expect(width(11, isFitted: false) != width(11, isFitted: true))
        }
    }

    @Test(arguments: [true, false]) func `only with a comb does a shape not depend on its neighbours`(
        hasComb: Bool
    ) throws {
        func left(beside other: Bool) throws -> [Colour] {
            let canvas = try Canvas(width: 80, height: 40)
            canvas.beginPath()
            if hasComb { canvas.addComb() }
            canvas.move(toX: 10, y: 3.3)
            canvas.extend(toX: 17, y: 37.7)
            canvas.extend(toX: 24, y: 2.1)
            for step in 0..<(other ? 60 : 0) {
                let (x, y) = (50 + Double(step % 7) * 3.3, Double(step) * 0.61)
                if step == 0 { canvas.move(toX: x, y: y) } else { canvas.extend(toX: x, y: y) }
            }
            canvas.fillPath(.evenOdd, with: red)
            let pixels = try canvas.pixels()
            return (0..<40).flatMap { row in pixels[row * 80 + 4..<row * 80 + 30] }
        }
        let isSame = try left(beside: false) == left(beside: true)
        #expect(isSame == hasComb)
    }

    @Test func `a canvas without pixels is refused`() {
        #expect(throws: CairoError.self) { _ = try Canvas(width: -1, height: 5) }
    }
}
