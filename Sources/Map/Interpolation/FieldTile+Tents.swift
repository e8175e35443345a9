extension FieldTile {
    func raiseTents(in number: Int, of band: inout FieldBand) {
        let rows = number * bandHeight..<(number + 1) * bandHeight
        // No tent is higher than a band.
        let nearby =
            firstTent(
                atOrBelow: rows.lowerBound - bandHeight)..<firstTent(
                atOrBelow: rows.upperBound + bandHeight)
        for place in nearby {
            let (tent, base) = tents[place]
            let touched = tent.column - tent.radius + 1..<tent.column + tent.radius
            let columns = touched.clamped(to: 0..<side)
            for row in (tent.row - tent.radius + 1..<tent.row + tent.radius).clamped(to: rows) {
                let shares = TentShape.standard.row(row - tent.row, ofRadius: tent.radius)
                    .dropFirst(columns.lowerBound - touched.lowerBound).prefix(columns.count)
                let start = (row - rows.lowerBound) * side + columns.lowerBound
                Self.add(tent.grade - base.grade, shares, to: &band.grades, at: start)
                guard tent.confidence != base.confidence else { continue }
                Self.add(tent.confidence - base.confidence, shares, to: &band.confidences, at: start)
            }
        }
        // Adding a difference may miss the reading by the last bit, and with it the class.
        for place in nearby {
            let tent = tents[place].tent
            guard rows.contains(tent.row), (0..<side).contains(tent.column) else { continue }
            band.grades[(tent.row - rows.lowerBound) * side + tent.column] = tent.grade
            band.confidences[(tent.row - rows.lowerBound) * side + tent.column] = tent.confidence
        }
    }

    /// Adds shares of a difference to a row of pixels.
    @inline(__always)
    private static func add(
        _ difference: Float, _ shares: ArraySlice<Float>, to pixels: inout [Float], at start: Int
    ) {
        shares.withUnsafeBufferPointer { shares in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for place in shares.indices { pixels[start + place] += difference * shares[place] }
            }
        }
    }

    /// The index of the first tent whose pixel is in `row` or below.
    private func firstTent(atOrBelow row: Int) -> Int {
        var low = 0
        var high = tents.count
        while low < high {
            let middle = (low + high) / 2
            if tents[middle].tent.row < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
