import Foundation
package import Geography

/// The cosine and sine of a longitude or latitude.
struct Bearing {
    let cosine: Double
    let sine: Double

    /// The unit vector at this latitude and a longitude; w is 0.
    func point(at longitude: Bearing) -> SIMD4<Double> {
        SIMD4(cosine * longitude.cosine, cosine * longitude.sine, sine, 0)
    }
}

/// The points of a tile at which a field is computed; values between them are interpolated.
///
/// The lattice belongs to the world, not to the tile: at each zoom its nodes are at the same multiples of
/// ``step`` from the world's north-western corner. Neighbouring tiles share the nodes of their common edge,
/// so there is no visible seam. A margin of one cell on all sides serves the stations just outside the tile.
struct Lattice {
    /// The pixels of a tile at scale 1.
    static let tileSide = 256

    /// The largest ``step``.
    static let largestStep = 8

    /// The size in pixels of a cell at scale 1: 8, or less where 8 pixels would be too coarse for the reach.
    ///
    /// At zoom 5 eight pixels are 39 km on the equator, a quarter of the widest reach.
    let step: Int
    /// The number of cells along each edge, without the margin; a multiple of ``NodeBlock/side``.
    let cells: Int
    private let cellsOfTile: Int
    /// The number of nodes around the equator.
    private let worldNodes: Int
    /// The global numbers of the first column and row of nodes inside the margin.
    private let firstColumn: Int
    private let firstRow: Int

    /// Creates the lattice for a square of `span` × `span` tiles; `tile` is the north-western one.
    init(_ tile: TileAddress, reach: Reach, span: Int = 1) {
        step = Self.step(atZoom: tile.zoom, reach: reach)
        cellsOfTile = Self.tileSide / step
        cells = cellsOfTile * span
        worldNodes = cellsOfTile << tile.zoom
        firstColumn = tile.column * cellsOfTile
        firstRow = tile.row * cellsOfTile
    }

    static func step(atZoom zoom: Int, reach: Reach) -> Int {
        let halvings = Int(log2(Reach.widest / reach.metres).rounded())
        return max(1, largestStep >> max(0, 5 + halvings - zoom))
    }

    /// The nodes along each edge, including the margin.
    var nodes: Int { cells + 3 }

    /// The longitude of a column of nodes, counted from the first inside the margin.
    ///
    /// The last column of the world is its first, so that tiles on both sides of the antimeridian agree.
    func longitude(ofColumn column: Int) -> Bearing {
        let global = (firstColumn + column + worldNodes) % worldNodes
        let longitude = (Double(global) / Double(worldNodes) - 0.5) * 2 * .pi
        return Bearing(cosine: cos(longitude), sine: sin(longitude))
    }

    /// The longitude of a column of nodes in degrees.
    func degreesEast(ofColumn column: Int) -> Double {
        let global = (firstColumn + column + worldNodes) % worldNodes
        return (Double(global) / Double(worldNodes) - 0.5) * 360
    }

    /// The latitude of a row of nodes in degrees.
    func degreesNorth(ofRow row: Int) -> Double {
        WebMercator.latitude(y: Double(firstRow + row) / Double(worldNodes))
    }

    /// The latitude of a row of nodes, counted from the first inside the margin.
    ///
    /// With the Mercator ordinate y, sin φ is tanh y and cos φ is 1/cosh y.
    func latitude(ofRow row: Int) -> Bearing {
        let ordinate = (0.5 - Double(firstRow + row) / Double(worldNodes)) * 2 * .pi
        return Bearing(cosine: 1 / cosh(ordinate), sine: tanh(ordinate))
    }

    /// The confidence that represents *unknown* at a node of a row.
    ///
    /// A node just out of reach is half a cell beyond it on average. Extending the fall of the confidence to
    /// that point makes the line between nodes pass 0 where the reach ends, to within half a cell.
    func unknownConfidence(inRow row: Int, reach: Reach) -> Float {
        let halfCell = .pi / Double(worldNodes) * latitude(ofRow: row).cosine
        return Float(-halfCell / (reach.chord - reach.fullChord))
    }

    /// Nodes along one edge that belong to the same tile of the world and are measured from its corner.
    struct Square {
        /// The first node of the tile, which need not be among ``blocks``.
        let first: Int
        let blocks: [Range<Int>]

        var nodes: Range<Int> {
            (blocks.first?.lowerBound ?? first)..<(blocks.last?.upperBound ?? first)
        }
    }

    /// The tiles with nodes along one edge, including the margin's at both ends.
    var squares: [Square] {
        let inside = stride(from: 0, to: cells, by: cellsOfTile).map { first in
            Square(
                first: first,
                blocks: stride(from: first, to: first + cellsOfTile, by: NodeBlock.side).map {
                    $0..<$0 + NodeBlock.side
                })
        }
        return [Square(first: -cellsOfTile, blocks: [-1..<0])] + inside
            + [Square(first: cells, blocks: [cells..<cells + 2])]
    }
}

extension TileAddress {
    /// The area whose readings can determine the picture of this tile.
    ///
    /// It exceeds the tile by one cell of the coarsest lattice on each side.
    package var fieldBounds: BoundingBox {
        let share = Double(Lattice.largestStep) / Double(Lattice.tileSide)
        let size = Double(1 << zoom)
        let north = WebMercator.latitude(y: max((Double(row) - share) / size, 0))
        let south = WebMercator.latitude(y: min((Double(row) + 1 + share) / size, 1))
        let west = (Double(column) - share) / size
        let east = (Double(column) + 1 + share) / size
        guard east - west < 1,
            let box = BoundingBox(
                west: WebMercator.longitude(x: west < 0 ? west + 1 : west), south: south,
                east: WebMercator.longitude(x: east > 1 ? east - 1 : east), north: north)
        else { return .world }
        return box
    }
}
