/// Finds how wide the tents of pixels can be without touching one another's centres.
struct TentRadii {
    /// The largest radius in pixels, 1 or more.
    let largest: Int

    /// The distance from each pixel to the next one in whole pixels, rounded down, and at most ``largest``.
    ///
    /// The pixels must differ and be ordered by row and column. Each row is compared with those less than
    /// ``largest`` below it, and in them only columns as near are looked at. Many pixels therefore cost little
    /// more for each than few.
    func radii(of pixels: [TentLayout.StationPixel]) -> [Int] {
        var squares = [Int](repeating: largest * largest, count: pixels.count)
        let rows = Self.rows(of: pixels)
        for (number, upper) in rows.enumerated() {
            for lower in rows[number...] {
                guard pixels[lower.lowerBound].row - pixels[upper.lowerBound].row < largest else { break }
                compare(upper, with: lower, of: pixels, &squares)
            }
        }
        return squares.map { Int(Double($0).squareRoot()) }
    }

    /// The indices of the pixels of each row that has some, from north to south.
    private static func rows(of pixels: [TentLayout.StationPixel]) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        for (place, pixel) in pixels.enumerated() {
            if let last = rows.last, pixels[last.lowerBound].row == pixel.row {
                rows[rows.count - 1] = last.lowerBound..<place + 1
            } else {
                rows.append(place..<place + 1)
            }
        }
        return rows
    }

    /// Takes the distances between the pixels of two rows, or within one, where they are the smallest so far.
    private func compare(
        _ upper: Range<Int>, with lower: Range<Int>, of pixels: [TentLayout.StationPixel],
        _ squares: inout [Int]
    ) {
        var first = lower.lowerBound
        for place in upper {
            let pixel = pixels[place]
            while first < lower.upperBound, pixels[first].column <= pixel.column - largest { first += 1 }
            var next = upper == lower ? place + 1 : first
            while next < lower.upperBound, pixels[next].column < pixel.column + largest {
                let (x, y) = (pixels[next].column - pixel.column, pixels[next].row - pixel.row)
                squares[place] = min(squares[place], x * x + y * y)
                squares[next] = min(squares[next], x * x + y * y)
                next += 1
            }
        }
    }
}
