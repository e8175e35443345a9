import Deflation

/// Writes an animated PNG, which browsers play and every PNG reader shows as its first frame.
///
/// All frames share one palette. Of each frame, only the rectangle that differs from the previous one is
/// stored. The chunks acTL, fcTL and fdAT are those of the third edition of PNG, 11.3.6.
package struct AnimatedPNG {
    /// A compressed part of a frame.
    private struct Piece {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        let milliseconds: Int
        let data: [UInt8]
    }

    private let width: Int
    private let height: Int
    private var palette: FrugalPalette
    private var pieces: [Piece] = []
    private var last: [UInt8] = []

    /// Begins an animation without frames, with a size in pixels.
    ///
    /// The palette has up to 256 colours. `colours` are those that must stay exact.
    package init(width: Int, height: Int, colours: [Colour] = []) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        self.width = width
        self.height = height
        palette = FrugalPalette(colours)
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - pixels: The colours, row by row from the top left.
    ///   - milliseconds: The duration of the frame, 1…65,535.
    package mutating func append(_ pixels: [Colour], milliseconds: Int) {
        precondition(pixels.count == width * height, "one colour a pixel")
        precondition((1...65_535).contains(milliseconds), "a delay has 16 bits")
        let places = pixels.map { palette.place(of: $0) }
        let (columns, rows) = changed(in: places)
        var part: [UInt8] = []
        part.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let start = row * width
            part += places[start + columns.lowerBound...start + columns.upperBound]
        }
        let lines = PNG.scanlines(of: part, rowLength: columns.count)
        pieces.append(
            Piece(
                x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
                milliseconds: milliseconds, data: Deflater(level: PNG.storedLevel).zlib(lines)))
        last = places
    }

    /// Returns the smallest rectangle with every change since the previous frame, or one pixel if nothing
    /// changed.
    private func changed(in places: [UInt8]) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        guard !last.isEmpty else { return (0...width - 1, 0...height - 1) }
        var (left, right, top, bottom) = (width, 0, height, 0)
        for row in 0..<height {
            for column in 0..<width where places[row * width + column] != last[row * width + column] {
                left = min(left, column)
                right = max(right, column)
                top = min(top, row)
                bottom = row
            }
        }
        return left > right ? (0...0, 0...0) : (left...right, top...bottom)
    }

    /// Returns the file, which loops forever.
    ///
    /// - Precondition: There is a frame.
    package func file() -> [UInt8] {
        guard let palette = Palette(palette.colours) else { preconditionFailure("there is no frame") }
        var file = PNG.beginning(PNG.Header(width: width, height: height, kind: .palette))
        PNG.append("acTL", PNG.bigEndian(pieces.count) + PNG.bigEndian(0), to: &file)
        file += palette.chunks
        var sequence = 0
        for (number, piece) in pieces.enumerated() {
            PNG.append("fcTL", Self.control(of: piece, sequence: sequence), to: &file)
            sequence += 1
            if number == 0 {
                PNG.append("IDAT", piece.data, to: &file)
            } else {
                PNG.append("fdAT", PNG.bigEndian(sequence) + piece.data, to: &file)
                sequence += 1
            }
        }
        PNG.append("IEND", [], to: &file)
        return file
    }

    private static func control(of piece: Piece, sequence: Int) -> [UInt8] {
        let numbers = [sequence, piece.width, piece.height, piece.x, piece.y].flatMap(PNG.bigEndian)
        let delay = [piece.milliseconds, 1_000].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        // The frame stays until the next one, which overwrites what it covers.
        return numbers + delay + [0, 0]
    }
}
