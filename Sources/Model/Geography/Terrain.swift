/// Altitudes of the whole world on a grid, such as one of 5 arc minutes.
///
/// The table has a header of 16 bytes and then one byte for each cell, row by row from the north-western one:
///
/// | bytes | meaning |
/// |---|---|
/// | 0…7 | `TERRAIN1` in ASCII |
/// | 8…9 | columns, 2…43,200 |
/// | 10…11 | rows, 2…21,600 |
/// | 12…13 | the altitude in metres of the value 0, signed |
/// | 14…15 | the metres of one step, 1…100 |
///
/// Numbers have the low byte first. `scripts/terrain` makes the table, and the file holds it as gzip.
package struct Terrain: Sendable {
    /// What is wrong with a table.
    package enum Damage: Error, Hashable, Sendable {
        case header
        case size(expected: Int, found: Int)
    }

    /// The bytes before the cells.
    package static let headerSize = 16
    private static let magic = Array("TERRAIN1".utf8)

    /// A number that differs when any altitude does: the FNV-1a hash of the table.
    package let digest: UInt64
    /// The cells from west to east, around the world.
    package let columns: Int
    /// The cells from north to south, from pole to pole.
    package let rows: Int
    private let base: Float
    private let step: Float
    private let table: [UInt8]

    /// Reads a table.
    package init(_ table: [UInt8]) throws(Damage) {
        guard table.count >= Self.headerSize, Array(table[..<8]) == Self.magic else { throw .header }
        func number(_ place: Int) -> UInt16 { UInt16(table[place]) | UInt16(table[place + 1]) << 8 }
        let (columns, rows) = (Int(number(8)), Int(number(10)))
        let step = number(14)
        guard (2...43_200).contains(columns), (2...21_600).contains(rows), (1...100).contains(step) else {
            throw .header
        }
        let expected = Self.headerSize + columns * rows
        guard table.count == expected else { throw .size(expected: expected, found: table.count) }
        (self.columns, self.rows) = (columns, rows)
        base = Float(Int16(bitPattern: number(12)))
        self.step = Float(step)
        self.table = table
        digest = table.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }

    /// The altitude in metres above sea level.
    package func altitude(at position: Coordinate) -> Float {
        altitude(east: position.longitude, north: position.latitude)
    }

    /// The altitude in metres at a longitude and latitude in degrees, bilinear between the centres of cells.
    ///
    /// East of the last centre comes the first one; beyond the centres at the poles their own altitude stays.
    package func altitude(east: Double, north: Double) -> Float {
        let x = (east + 180) / 360 * Double(columns) - 0.5
        let y = min(max((90 - north) / 180 * Double(rows) - 0.5, 0), Double(rows - 1))
        let (left, upper) = (x.rounded(.down), Int(y))
        let column = (Int(left) % columns + columns) % columns
        let next = column + 1 == columns ? 0 : column + 1
        let lower = min(upper + 1, rows - 1)
        let (right, down) = (Float(x - left), Float(y - Double(upper)))
        let northern = mixed(cell(column, upper), cell(next, upper), right)
        let southern = mixed(cell(column, lower), cell(next, lower), right)
        return base + step * mixed(northern, southern, down)
    }

    /// The altitude in metres of a cell, `column` from the antimeridian and `row` from the north pole.
    ///
    /// Columns go on around the world, and beyond a pole its last row stays.
    package func altitude(column: Int, row: Int) -> Float {
        let turned = (column % columns + columns) % columns
        return base + step * cell(turned, min(max(row, 0), rows - 1))
    }

    private func cell(_ column: Int, _ row: Int) -> Float {
        Float(table[Self.headerSize + row * columns + column])
    }

    private func mixed(_ first: Float, _ second: Float, _ share: Float) -> Float {
        first + (second - first) * share
    }
}
