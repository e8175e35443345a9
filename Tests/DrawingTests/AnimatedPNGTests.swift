import Testing

@testable import Drawing

@Suite struct AnimatedPNGTests {
    private let red = Colour(red: 200, green: 0, blue: 0)
    private let blue = Colour(red: 0, green: 0, blue: 200)

    /// The chunks of a file, in order.
    private func chunks(of file: [UInt8]) -> [(name: String, content: [UInt8])] {
        var chunks: [(String, [UInt8])] = []
        var place = 8
        while place + 12 <= file.count {
            let count = number(file[place..<place + 4])
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            chunks.append((name, Array(file[place + 8..<place + 8 + count])))
            place += 12 + count
        }
        return chunks
    }

    private func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// A picture of 4 × 3 pixels, blue with one red pixel.
    private func frame(redAt place: Int) -> [Colour] { (0..<12).map { $0 == place ? red : blue } }

    @Test func `the frames are numbered consecutively and hold only what changed`() {
        var picture = AnimatedPNG(width: 4, height: 3)
        picture.append(frame(redAt: 0), milliseconds: 200)
        picture.append(frame(redAt: 6), milliseconds: 200)
        picture.append(frame(redAt: 6), milliseconds: 2_000)
        let chunks = chunks(of: picture.file())
        #expect(
            chunks.map(\.name) == [
                "IHDR", "acTL", "PLTE", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
            ])
        #expect(chunks[1].content == [0, 0, 0, 3, 0, 0, 0, 0])
        let controls = chunks.filter { $0.name == "fcTL" }.map { chunk in
            (0..<5).map { number(chunk.content[4 * $0..<4 * $0 + 4]) }
        }
        // Sequence, width, height, x, y: from the pixel at 0, 0 to the one at 2, 1; then nothing.
        #expect(controls == [[0, 4, 3, 0, 0], [1, 3, 2, 0, 0], [3, 1, 1, 0, 0]])
        let sequences = chunks.filter { $0.name == "fdAT" }.map { number($0.content.prefix(4)) }
        #expect(sequences == [2, 4])
        #expect(number(chunks[7].content[20..<22]) == 2_000 && number(chunks[7].content[22..<24]) == 1_000)
    }

    @Test func `a reader without animation shows the first frame`() throws {
        var picture = AnimatedPNG(width: 4, height: 3)
        picture.append(frame(redAt: 5), milliseconds: 100)
        picture.append(frame(redAt: 7), milliseconds: 100)
        #expect(try Canvas(png: picture.file()).pixels() == frame(redAt: 5))
    }

    @Test func `important colours are exact, however many others come first`() throws {
        let matter = (0..<100).map { Colour(red: UInt8(2 * $0), green: 10, blue: 30) }
        let greys = (0..<256).map { Colour(red: UInt8($0), green: UInt8($0), blue: UInt8($0)) }
        let noise = greys.map { Colour(red: $0.red, green: 255 - $0.green, blue: 128) }
        let pixels = greys + noise + matter + matter.prefix(28)
        var picture = AnimatedPNG(width: 64, height: pixels.count / 64, colours: matter)
        picture.append(pixels, milliseconds: 100)
        let seen = try Canvas(png: picture.file()).pixels()
        #expect(Array(seen[512...]) == Array(pixels[512...]))
        for (found, wanted) in zip(seen, greys) {
            #expect(abs(Int(found.red) - Int(wanted.red)) <= 8)
        }
    }

    @Test func `a colour over another is blended by its alpha`() {
        let half = Colour(red: 255, green: 0, blue: 0, alpha: 51)
        #expect(half.laid(over: .white) == Colour(red: 255, green: 204, blue: 204))
        #expect(Colour.transparent.laid(over: blue) == blue)
    }
}
