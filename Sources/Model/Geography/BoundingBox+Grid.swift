import Foundation

/// Boxes that reveal no more about a place than its cell in a coarse grid.
///
/// The rows of the grid are 0.01° high, some 1.1 km. Each row has as many cells as fit round the world if a
/// cell is at least as wide as high at the row's narrowest edge. So no cell is narrower than 1.1 km, however
/// near a pole.
extension BoundingBox {
    /// The number of rows from pole to pole.
    private static let rows = 18_000.0
    /// The step to which radii are rounded up, in metres.
    private static let radiusStep = 1_000.0

    /// A box that holds every position within `radius` metres of `centre` and reveals only the centre's cell.
    ///
    /// It is the same for every centre in a cell, and for all radii that are equal when rounded up to whole
    /// kilometres. However many circles are drawn round one centre, their boxes reveal no more about it than
    /// one does.
    package init(hiding centre: Coordinate, radius: Double) {
        let row = min(((centre.latitude + 90) * 100).rounded(.down), Self.rows - 1)
        let (south, north) = (row / 100 - 90, (row + 1) / 100 - 90)
        let columns = Self.columns(upTo: max(abs(south), abs(north)))
        let column = min(((centre.longitude + 180) * columns / 360).rounded(.down), columns - 1)
        let cell = BoundingBox(
            uncheckedWest: column * 360 / columns - 180, south: south,
            east: (column + 1) * 360 / columns - 180, north: north)
        let reach = max((radius / Self.radiusStep).rounded(.up), 1) * Self.radiusStep
        // A centre on the edge of its cell may be rounded into the next one by less than that.
        self = cell.expanded(by: reach + 0.01)
    }

    /// The box with each edge moved outward to the grid.
    package var roundedOutToGrid: BoundingBox {
        let lower = max(((south + 90) * 100 + Self.slack).rounded(.down) / 100 - 90, -90)
        let upper = min(((north + 90) * 100 - Self.slack).rounded(.up) / 100 - 90, 90)
        let columns = Self.columns(upTo: max(abs(lower), abs(upper)))
        let first = ((west + 180) * columns / 360 + Self.slack).rounded(.down) * 360 / columns - 180
        let last = ((east + 180) * columns / 360 - Self.slack).rounded(.up) * 360 / columns - 180
        let isAround = crossesAntimeridian && first <= last
        return BoundingBox(
            // An edge that lies on the grid, within the slack, stays where it is.
            uncheckedWest: isAround ? -180 : max(min(first, west), -180), south: min(lower, south),
            east: isAround ? 180 : min(max(last, east), 180), north: max(upper, north))
    }

    /// The distance, in cells, within which an edge counts as on the grid: a millimetre.
    private static let slack = 1e-6

    /// The number of cells in a row whose edge nearer the pole is at a latitude.
    private static func columns(upTo latitude: Double) -> Double {
        max((36_000 * cos(latitude * .pi / 180)).rounded(.down), 1)
    }
}
