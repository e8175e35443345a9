/// The tiles of some zooms that show a part of a box, zoom by zoom and row by row from the north-west.
package struct TileCover: Sequence, Sendable {
    /// The tiles of one zoom: two runs of columns when the box crosses the antimeridian.
    private struct Sheet {
        let zoom: Int
        let columns: [ClosedRange<Int>]
        let rows: ClosedRange<Int>
    }

    private let sheets: [Sheet]

    /// Finds the tiles, without those that touch the box only with an edge.
    ///
    /// - Precondition: The zooms exist.
    package init(_ box: BoundingBox, zooms: ClosedRange<Int>) {
        sheets = zooms.map { zoom in
            Sheet(
                zoom: zoom, columns: Self.columns(of: box, zoom: zoom),
                rows: Self.tiles(
                    from: WebMercator.y(latitude: box.north), to: WebMercator.y(latitude: box.south),
                    zoom: zoom))
        }
    }

    private static func columns(of box: BoundingBox, zoom: Int) -> [ClosedRange<Int>] {
        let runs = box.parts.map { part in
            tiles(
                from: WebMercator.x(longitude: part.west), to: WebMercator.x(longitude: part.east), zoom: zoom
            )
        }
        // West and east of the antimeridian, the box may reach into the same tile.
        guard runs.count == 2, runs[0].lowerBound <= runs[1].upperBound else { return runs }
        return [0...(1 << zoom) - 1]
    }

    /// The tiles between two positions in the unit square, 0…1.
    private static func tiles(from start: Double, to end: Double, zoom: Int) -> ClosedRange<Int> {
        precondition(TileAddress.zooms.contains(zoom), "zoom \(zoom) does not exist")
        let size = Double(1 << zoom)
        let first = Swift.min(Swift.max((start * size).rounded(.down), 0), size - 1)
        let last = Swift.min(Swift.max((end * size).rounded(.up) - 1, first), size - 1)
        return Int(first)...Int(last)
    }

    /// The number of tiles, computed without visiting them.
    package var count: Int {
        sheets.reduce(0) { sum, sheet in
            sum + sheet.rows.count * sheet.columns.reduce(0) { $0 + $1.count }
        }
    }

    package var underestimatedCount: Int { count }

    package func makeIterator() -> some IteratorProtocol<TileAddress> {
        sheets.lazy.flatMap { sheet in
            sheet.rows.lazy.flatMap { row in
                sheet.columns.lazy.joined().lazy.compactMap { column in
                    TileAddress(zoom: sheet.zoom, column: column, row: row)
                }
            }
        }.makeIterator()
    }
}
