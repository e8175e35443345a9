import Foundation

/// A direction from the centre of the Earth, as a point on the unit sphere.
///
/// Chords between such points are in the same order as great-circle distances and need no trigonometry, which
/// makes nearest-station search and interpolation cheap.
package struct UnitVector: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let z: Double

    /// Projects a position onto the unit sphere, with its geodetic latitude as the spherical one.
    package init(_ position: Coordinate) {
        let longitude = position.longitude * .pi / 180
        let latitude = position.latitude * .pi / 180
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    /// Creates a vector from computed components.
    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The squared straight-line distance through the unit sphere, 0…4.
    package func squaredChord(to other: UnitVector) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }
}

/// The Earth as a sphere, for everything that need not be exact to the last half per cent.
package enum Earth {
    /// The mean radius R₁ in metres (IUGG 1980, rounded).
    package static let meanRadius = 6_371_008.8

    /// The largest relative difference between a distance on this sphere and the geodesic on WGS 84.
    ///
    /// The ellipsoid's radii of curvature lie between 6 335 439 m and 6 399 594 m.
    package static let sphericalError = 0.006

    /// The squared chord of a great-circle distance in metres.
    ///
    /// Distances beyond half the globe count as half.
    package static func squaredChord(ofDistance metres: Double) -> Double {
        let angle = min(metres / meanRadius, .pi)
        let chord = 2 * sin(angle / 2)
        return chord * chord
    }

    /// The great-circle distance in metres of a squared chord.
    package static func distance(ofSquaredChord squaredChord: Double) -> Double {
        2 * meanRadius * asin(min(squaredChord.squareRoot() / 2, 1))
    }
}
