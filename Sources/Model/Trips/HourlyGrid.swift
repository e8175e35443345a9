package import Geography

/// Values in cells of a grid, hour by hour, as pages get them for the surroundings of a track.
package struct HourlyGrid: Sendable {
    /// The south-western corner.
    package let origin: Coordinate
    /// The size of a cell in degrees.
    package let step: Double
    package let columns: Int
    package let rows: Int
    /// When the first hour starts, in milliseconds since 1970.
    package let start: Int
    /// By hour, then by row from the south, then by column from the west; `nil` where nothing is known.
    package let values: [Double?]

    /// Creates a grid; `nil` if the number of values does not fit, or a cell is smaller than a thousandth of a degree.
    package init?(
        origin: Coordinate, step: Double, columns: Int, rows: Int, start: Int, values: [Double?]
    ) {
        guard step >= 0.001, columns > 0, rows > 0, values.count.isMultiple(of: columns * rows) else {
            return nil
        }
        (self.origin, self.step, self.columns, self.rows) = (origin, step, columns, rows)
        (self.start, self.values) = (start, values)
    }

    /// The value of the cell and the hour; `nil` outside the grid, or where nothing is known.
    package func value(at position: Coordinate, time: Int) -> Double? {
        let east = position.longitude - origin.longitude
        let column = Int(((east < 0 ? east + 360 : east) / step).rounded(.down))
        let row = Int(((position.latitude - origin.latitude) / step).rounded(.down))
        let hour = Int((Double(time - start) / 3_600_000).rounded(.down))
        let index = (hour * rows + row) * columns + column
        guard column < columns, row >= 0, row < rows, hour >= 0, index < values.count else { return nil }
        return values[index]
    }
}
