import Foundation

/// Boxes that tell no more of a place than in which cell of a coarse grid it lies.
///
/// The rows of the grid are 0.01° high, some 1.1 km. A row has as many cells round the world as leave each at least as
/// wide as high where it is narrowest, so that no cell is narrower than 1.1 km, however near to a pole.
extension BoundingBox {
    /// Rows from the south pole to the north pole.
    private static let rows = 18_000.0
    /// Metres by which radii are rounded up.
    private static let radiusStep = 1_000.0

    /// A box that holds every position within `radius` metres of `centre`, and is the same for every centre in a cell and
    /// every radius that is the same in whole kilometres, rounded up.
    ///
    /// However many circles are drawn round one centre, their boxes tell no more of it than one.
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
            // An edge that lies on the grid but for the slack stays where it is.
            uncheckedWest: isAround ? -180 : max(min(first, west), -180), south: min(lower, south),
            east: isAround ? 180 : min(max(last, east), 180), north: max(upper, north))
    }

    /// Cells by which an edge may miss the grid and counts as on it: a millimetre.
    private static let slack = 1e-6

    /// Cells of a row whose edge nearer to a pole lies at a latitude.
    private static func columns(upTo latitude: Double) -> Double {
        max((36_000 * cos(latitude * .pi / 180)).rounded(.down), 1)
    }
}
