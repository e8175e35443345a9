extension FieldTile {
    func raiseTents(in number: Int, of band: inout FieldBand) {
        let rows = number * bandHeight..<(number + 1) * bandHeight
        // No tent is higher than a band.
        let nearby =
            firstTent(
                atOrBelow: rows.lowerBound - bandHeight)..<firstTent(
                atOrBelow: rows.upperBound + bandHeight)
        let shapes = TentShape.standard
        band.grades.withUnsafeMutableBufferPointer { grades in
            band.confidences.withUnsafeMutableBufferPointer { confidences in
                for place in nearby { raise(tents[place], shapes, in: rows, grades, confidences) }
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

    /// Adds a tent's shares of its differences to the pixels of a band, which has the given rows.
    @inline(__always)
    private func raise(
        _ raised: (tent: Tent, base: NodeGrid.Value), _ shapes: TentShape, in rows: Range<Int>,
        _ grades: UnsafeMutableBufferPointer<Float>, _ confidences: UnsafeMutableBufferPointer<Float>
    ) {
        let (tent, base) = raised
        let grade = tent.grade - base.grade
        let confidence = tent.confidence - base.confidence
        let touched = tent.column - tent.radius + 1..<tent.column + tent.radius
        let columns = touched.clamped(to: 0..<side)
        for row in (tent.row - tent.radius + 1..<tent.row + tent.radius).clamped(to: rows) {
            let start = (row - rows.lowerBound) * side
            shapes.row(row - tent.row, ofRadius: tent.radius).withUnsafeBufferPointer { shares in
                for column in columns {
                    grades[start + column] += grade * shares[column - touched.lowerBound]
                }
                guard confidence != 0 else { return }
                for column in columns {
                    confidences[start + column] += confidence * shares[column - touched.lowerBound]
                }
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
