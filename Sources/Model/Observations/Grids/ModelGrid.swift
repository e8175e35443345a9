import Allergens
package import Geography

/// One day of a numerical model for one allergen, as logarithms on its grid.
package struct ModelGrid: Sendable {
    /// The source, for those who show its values.
    package let source: GridSource
    /// A number that differs when any value does: the FNV-1a hash of cells and values.
    package let digest: UInt64
    private let west: Int
    private let south: Int
    private let columns: Int
    private let rows: Int
    /// log₁₀(x + 1) row by row from the south-western cell; ``unknown`` where the model gives none.
    private let logarithms: [Float]

    private static let unknown: Float = -1
    /// The most cells that a grid's bounding box may have: Europe in steps of a tenth of a degree ten times.
    private static let mostCells = 4_000_000

    /// Creates the grid of a day, or returns `nil` without a cell or when the cells lie too far apart.
    ///
    /// - Parameters:
    ///   - source: The source, with the size of the cells.
    ///   - cells: The cells with the day's means, in the allergen's unit, each once.
    package init?(_ source: GridSource, _ cells: [(cell: ModelCell, value: Double)]) {
        guard let first = cells.first?.cell else { return nil }
        var (west, east, south, north) = (first.column, first.column, first.row, first.row)
        for (cell, _) in cells {
            (west, east) = (min(west, cell.column), max(east, cell.column))
            (south, north) = (min(south, cell.row), max(north, cell.row))
        }
        let (columns, rows) = (east - west + 1, north - south + 1)
        guard columns.multipliedReportingOverflow(by: rows).partialValue <= Self.mostCells,
            columns <= Self.mostCells, rows <= Self.mostCells
        else { return nil }
        var logarithms = [Float](repeating: Self.unknown, count: columns * rows)
        for (cell, value) in cells {
            logarithms[(cell.row - south) * columns + cell.column - west] =
                Float(LogScale.logarithm(of: value))
        }
        self.source = source
        (self.west, self.south, self.columns, self.rows) = (west, south, columns, rows)
        self.logarithms = logarithms
        digest = Self.digest([west, south, columns], logarithms)
    }

    private static func digest(_ numbers: [Int], _ logarithms: [Float]) -> UInt64 {
        let words = numbers.map { UInt64(bitPattern: Int64($0)) } + logarithms.map { UInt64($0.bitPattern) }
        return words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x0100_0000_01B3 }
    }

    /// The logarithm at a position, or `nil` outside the grid.
    package func logarithm(at position: Coordinate) -> Float? {
        logarithm(east: position.longitude, north: position.latitude)
    }

    /// The logarithm at a longitude and latitude in degrees, or `nil` outside the grid.
    ///
    /// Between four known centres it is interpolated bilinearly; elsewhere it is that of the cell.
    package func logarithm(east: Double, north: Double) -> Float? {
        let x = ModelCell.cells(in: east, of: source.degrees) - Double(west)
        let y = ModelCell.cells(in: north, of: source.degrees) - Double(south)
        guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return nil }
        let own = logarithms[Int(y) * columns + Int(x)]
        guard own >= 0 else { return nil }
        let (left, lower) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        guard left >= 0, lower >= 0, Int(left) + 1 < columns, Int(lower) + 1 < rows else { return own }
        let corner = Int(lower) * columns + Int(left)
        let (southWest, southEast) = (logarithms[corner], logarithms[corner + 1])
        let (northWest, northEast) = (logarithms[corner + columns], logarithms[corner + columns + 1])
        guard min(min(southWest, southEast), min(northWest, northEast)) >= 0 else { return own }
        let (right, up) = (Float(x - 0.5 - left), Float(y - 0.5 - lower))
        let southern = southWest + (southEast - southWest) * right
        let northern = northWest + (northEast - northWest) * right
        return southern + (northern - southern) * up
    }

    /// Whether a box touches the rectangle around the grid's cells.
    package func touches(_ box: BoundingBox) -> Bool {
        let degrees = source.degrees
        let (east, north) = (Double(west + columns) * degrees, Double(south + rows) * degrees)
        return box.south <= north && box.north >= Double(south) * degrees
            && box.parts.contains { $0.west <= east && $0.east >= Double(west) * degrees }
    }
}

/// Where grids of a numerical model come from.
package struct GridSource: Hashable, Sendable {
    /// The name of the feed.
    package let name: String
    /// The size of a cell in degrees, ``ModelCell/sizes``.
    package let degrees: Double
    /// The credit to show with its values.
    package let attribution: String?

    package init(name: String, degrees: Double, attribution: String?) {
        self.name = name
        self.degrees = degrees
        self.attribution = attribution
    }

    /// The words by which it is named: its attribution, or else its name.
    package var credit: String { attribution ?? name }
}
