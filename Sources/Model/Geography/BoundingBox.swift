import Foundation

/// A box of longitudes and latitudes, in degrees, edges included.
///
/// A box whose `west` is greater than its `east` crosses the antimeridian, as in GeoJSON (RFC 7946, 5.2).
package struct BoundingBox: Hashable, Sendable {
    package let west: Double
    package let south: Double
    package let east: Double
    package let north: Double

    /// Creates a box, or returns `nil` when an edge is out of range, not finite, or south lies north of
    /// north.
    package init?(west: Double, south: Double, east: Double, north: Double) {
        let longitudes = -180.0...180.0
        let latitudes = -90.0...90.0
        guard longitudes.contains(west), longitudes.contains(east), latitudes.contains(south),
            latitudes.contains(north), south <= north
        else { return nil }
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }

    init(uncheckedWest west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// The cell of a grid of `degrees` that has its middle at `centre`.
    ///
    /// It is a ten-thousandth of a metre wider than the cell on every side, so that rounding loses none of
    /// its positions. It ends at the antimeridian and at the poles.
    package init(cellAround centre: Coordinate, ofGrid degrees: Double) {
        let half = degrees / 2 + 1e-9
        self.init(
            uncheckedWest: max(centre.longitude - half, -180), south: max(centre.latitude - half, -90),
            east: min(centre.longitude + half, 180), north: min(centre.latitude + half, 90))
    }

    /// The whole globe.
    package static let world = BoundingBox(uncheckedWest: -180, south: -90, east: 180, north: 90)

    /// Creates the smallest box that holds every position within `radius` metres of `centre`.
    ///
    /// The box is widened by ``Earth/sphericalError``, so it holds the geodesic circle as well. A circle that
    /// touches a pole spans all longitudes.
    package init(around centre: Coordinate, radius: Double) {
        let angle = radius * (1 + Earth.sphericalError) / Earth.meanRadius
        let reach = angle * 180 / .pi
        let south = centre.latitude - reach
        let north = centre.latitude + reach
        let ratio = sin(min(angle, .pi / 2)) / cos(centre.latitude * .pi / 180)
        guard south > -90, north < 90, ratio < 1 else {
            self.init(uncheckedWest: -180, south: max(south, -90), east: 180, north: min(north, 90))
            return
        }
        let halfWidth = asin(ratio) * 180 / .pi
        self.init(
            uncheckedWest: Self.wrapped(centre.longitude - halfWidth), south: south,
            east: Self.wrapped(centre.longitude + halfWidth), north: north)
    }

    /// Brings a longitude back into −180…180 that has left it by less than a turn.
    private static func wrapped(_ longitude: Double) -> Double {
        if longitude < -180 { return longitude + 360 }
        if longitude > 180 { return longitude - 360 }
        return longitude
    }
}

extension BoundingBox {
    /// Whether the box crosses the antimeridian.
    package var crossesAntimeridian: Bool { west > east }

    /// The same area as one box, or as two that meet at the antimeridian, which an R*Tree can hold.
    package var parts: [BoundingBox] {
        guard crossesAntimeridian else { return [self] }
        return [
            BoundingBox(uncheckedWest: west, south: south, east: 180, north: north),
            BoundingBox(uncheckedWest: -180, south: south, east: east, north: north),
        ]
    }

    /// Whether the position is in the box or on its edge.
    ///
    /// Longitudes 180 and −180 are the same meridian.
    package func contains(_ position: Coordinate) -> Bool {
        guard (south...north).contains(position.latitude) else { return false }
        let longitude = position.longitude
        if holds(longitude: longitude) { return true }
        return abs(longitude) == 180 && holds(longitude: -longitude)
    }

    private func holds(longitude: Double) -> Bool {
        crossesAntimeridian ? longitude >= west || longitude <= east : (west...east).contains(longitude)
    }

    /// Whether the two boxes share a point.
    ///
    /// Longitudes 180 and −180 are the same meridian.
    package func intersects(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return parts.contains { mine in other.parts.contains { mine.sharesMeridian(with: $0) } }
    }

    private func sharesMeridian(with other: BoundingBox) -> Bool {
        if west <= other.east, other.west <= east { return true }
        return east == 180 && other.west == -180 || west == -180 && other.east == 180
    }

    /// The box widened on every side by `metres`.
    package func expanded(by metres: Double) -> BoundingBox {
        let widest = abs(south) > abs(north) ? south : north
        let reach = BoundingBox(
            around: Coordinate(uncheckedLongitude: 0, latitude: widest), radius: metres)
        let height = metres * (1 + Earth.sphericalError) / Earth.meanRadius * 180 / .pi
        let lower = max(south - height, -90)
        let upper = min(north + height, 90)
        let width = crossesAntimeridian ? east - west + 360 : east - west
        guard reach.east < 180, width + 2 * reach.east < 360 else {
            return BoundingBox(uncheckedWest: -180, south: lower, east: 180, north: upper)
        }
        return BoundingBox(
            uncheckedWest: Self.wrapped(west - reach.east), south: lower,
            east: Self.wrapped(east + reach.east), north: upper)
    }
}
