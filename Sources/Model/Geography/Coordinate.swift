/// A position on the WGS 84 ellipsoid, in degrees.
///
/// Longitude comes first everywhere in this package, as in GeoJSON. A bare pair of numbers never crosses a
/// function boundary.
package struct Coordinate: Hashable, Sendable {
    /// Degrees east of Greenwich, −180…180.
    package let longitude: Double
    /// Degrees north of the equator, −90…90.
    package let latitude: Double

    /// Creates a coordinate, or returns `nil` when either part is out of range or not finite.
    package init?(longitude: Double, latitude: Double) {
        guard (-180...180).contains(longitude), (-90...90).contains(latitude) else { return nil }
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Creates a coordinate from numbers that this module has computed to be in range.
    init(uncheckedLongitude longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }
}

extension Coordinate {
    /// The centre of the cell of a `degrees`-sized grid that holds this position.
    ///
    /// The public place of a person's report is snapped this way, so that the exact place stays private.
    ///
    /// - Parameter degrees: The size of a cell on both axes; it divides 180 without remainder.
    /// - Returns: A position that all positions in the cell share.
    package func snapped(toGridOf degrees: Double) -> Coordinate {
        let columns = 360 / degrees
        let rows = 180 / degrees
        let column = min(((longitude + 180) / degrees).rounded(.down), columns - 1)
        let row = min(((latitude + 90) / degrees).rounded(.down), rows - 1)
        return Coordinate(
            uncheckedLongitude: rounded((column + 0.5) * degrees - 180),
            latitude: rounded((row + 0.5) * degrees - 90))
    }

    /// Ten decimals: finer than any grid, coarse enough to hide the noise of binary fractions.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e10).rounded() / 1e10 }
}
