import Allergens
import Interpolation

/// A segment of an isoline across one cell, in pixels from the tile's north-western corner.
struct IsolineSegment {
    let level: Level
    let from: SIMD2<Double>
    let to: SIMD2<Double>

    var middle: SIMD2<Double> { (from + to) / 2 }

    var length: Double { ((to - from) * (to - from)).sum().squareRoot() }

    /// The distance from the segment's middle to a point.
    func distance(to point: SIMD2<Double>) -> Double {
        let difference = middle - point
        return (difference * difference).sum().squareRoot()
    }
}

/// Traces the bounds of the levels through a tile by marching squares.
///
/// Each lattice cell is traced alone, and its corners have the same values in every tile. A line that leaves
/// a tile therefore continues exactly in the next one, to the last bit. A cell with an unknown corner has no
/// lines.
struct IsolineTracer {
    private let tiles: [FieldTile]
    private let size: Int
    private let cells: Int

    /// Prepares to trace the highest of several fields in one tile along cells of `size` pixels.
    ///
    /// The size must be a divisor of every field's cell size. It must be the same in all tiles of the layer,
    /// even in those that one of its fields does not reach.
    init(_ tiles: [FieldTile], cellSize size: Int) {
        self.tiles = tiles
        self.size = size
        cells = (tiles.first?.side ?? 0) / size
    }

    /// All segments in the tile and in one row of cells around it.
    func segments() -> [IsolineSegment] {
        let places = -1..<cells + 1
        var north = grades(ofRow: -1)
        var found: [IsolineSegment] = []
        for row in places {
            let south = grades(ofRow: row + 1)
            for column in places {
                found += segments(column, row, north: north[(column + 1)...], south: south[(column + 1)...])
            }
            north = south
        }
        return found
    }

    /// The grades of a row of corners, from −1 to one beyond the last.
    private func grades(ofRow row: Int) -> [Float?] { (-1...cells + 1).map { grade($0, row) } }

    private func grade(_ column: Int, _ row: Int) -> Float? {
        var highest: Float?
        for tile in tiles {
            guard let grade = tile.grade(atCorner: column, row, ofCells: size) else { continue }
            highest = max(highest ?? grade, grade)
        }
        return highest
    }

    /// The segments in a cell, from the rows of grades that start at its western corners.
    private func segments(
        _ column: Int, _ row: Int, north: ArraySlice<Float?>, south: ArraySlice<Float?>
    ) -> [IsolineSegment] {
        guard let northWest = north[north.startIndex], let northEast = north[north.startIndex + 1],
            let southWest = south[south.startIndex], let southEast = south[south.startIndex + 1]
        else { return [] }
        let square = IsolineSquare(
            column: column, row: row, size: size, corners: [northWest, northEast, southEast, southWest])
        // The grades of a level start at its rank.
        return Level.allCases.dropFirst().flatMap { level in
            square.crossings(of: Float(level.rank)).map {
                IsolineSegment(level: level, from: $0.from, to: $0.to)
            }
        }
    }
}

/// One cell with the grades at its corners, clockwise from the north-west.
private struct IsolineSquare {
    let column: Int
    let row: Int
    let size: Int
    let corners: [Float]

    /// The position of each corner, in cells.
    private static let places: [(column: Int, row: Int)] = [(0, 0), (1, 0), (1, 1), (0, 1)]

    /// The segments of the isoline of a grade.
    func crossings(of grade: Float) -> [(from: SIMD2<Double>, to: SIMD2<Double>)] {
        let isAbove = corners.map { $0 >= grade }
        let edges = (0..<4).filter { isAbove[$0] != isAbove[($0 + 1) % 4] }
        let points = edges.map { point(onEdge: $0, at: grade) }
        switch edges.count {
        case 2: return [(points[0], points[1])]
        case 4:
            // In a saddle, the value in the middle decides which corners are connected.
            let isMiddleAbove = corners.reduce(0, +) / 4 >= grade
            return isMiddleAbove == isAbove[0]
                ? [(points[0], points[1]), (points[2], points[3])]
                : [(points[3], points[0]), (points[1], points[2])]
        default: return []
        }
    }

    /// The point of a grade on the edge from a corner to the next one.
    ///
    /// It is rounded to 1/256 of a pixel, the unit of Cairo, so that adding the cell's position loses
    /// nothing.
    private func point(onEdge edge: Int, at grade: Float) -> SIMD2<Double> {
        // Always from the western or northern corner, so that neighbouring cells get the same point.
        let (first, second) = edge < 2 ? (edge, edge + 1) : ((edge + 1) % 4, edge)
        let share = Double((grade - corners[first]) / (corners[second] - corners[first]))
        let (start, end) = (Self.places[first], Self.places[second])
        func coordinate(_ cell: Int, _ start: Int, _ end: Int) -> Double {
            let inside = (Double(start) + share * Double(end - start)) * Double(size)
            return Double(cell * size) + (inside * 256).rounded() / 256
        }
        return SIMD2(coordinate(column, start.column, end.column), coordinate(row, start.row, end.row))
    }
}
