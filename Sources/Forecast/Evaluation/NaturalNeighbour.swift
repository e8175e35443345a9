import Allergens
import Foundation
package import Geography
import Interpolation
package import Observations

/// The mean of the logarithms at the natural neighbours of a place (Sibson 1981).
///
/// The weight of a neighbour is the area that a station at the place would take from its Voronoi cell. Areas
/// are measured on the plane around the place that preserves distance and direction from it (azimuthal
/// equidistant). Outside the stations' convex hull such areas are infinite; there the nearest station
/// decides, as in `gdal_grid -a linear`.
package struct NaturalNeighbour: Interpolator {
    package let name = "natural neighbour, log"

    /// Some six neighbours shape a cell; the 32 nearest include all of them unless they are all on one side.
    private static let candidates = 32

    package init() {}

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        let place = UnitVector(position)
        let near = samples.logarithms.nearest(Self.candidates, to: place)
        guard let first = near.first else { return nil }
        let plane = TangentPlane(at: position)
        let weights = first.squaredChord > 0 ? SibsonWeights.of(near.map { plane.point(of: $0.point) }) : nil
        guard let weights else { return LogScale.concentration(ofLogarithm: first.value) }
        let logarithm = zip(weights, near).reduce(0) { $0 + $1.0 * $1.1.value }
        return LogScale.concentration(ofLogarithm: logarithm)
    }
}

/// The azimuthal equidistant projection around a place, east and north in metres.
private struct TangentPlane {
    private let up: UnitVector
    private let east: (x: Double, y: Double)
    private let north: (x: Double, y: Double, z: Double)

    init(at position: Coordinate) {
        let longitude = position.longitude * .pi / 180
        let latitude = position.latitude * .pi / 180
        up = UnitVector(position)
        east = (-sin(longitude), cos(longitude))
        north = (-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
    }

    func point(of vector: UnitVector) -> SIMD2<Double> {
        let flat = SIMD2(
            vector.x * east.x + vector.y * east.y,
            vector.x * north.x + vector.y * north.y + vector.z * north.z)
        let length = (flat * flat).sum().squareRoot()
        guard length > 0 else { return .zero }
        return flat / length * Earth.distance(ofSquaredChord: up.squaredChord(to: vector))
    }
}
