import Foundation
package import Geography

extension Fence.Area {
    /// A place in the middle: the centre of a circle, or the mean of the corners of the first polygon on the
    /// sphere; `nil` if there is no polygon.
    package var middle: Coordinate? {
        switch self {
        case .circle(let centre, _): centre
        case .polygons(let polygons): polygons.first.map { Self.middle(of: $0.exterior.dropLast()) }
        }
    }

    private static func middle(of corners: ArraySlice<Coordinate>) -> Coordinate {
        let sum = corners.map(UnitVector.init).reduce(UnitVector(x: 0, y: 0, z: 0)) {
            UnitVector(x: $0.x + $1.x, y: $0.y + $1.y, z: $0.z + $1.z)
        }
        let degrees = 180 / Double.pi
        return Coordinate(
            wrappingLongitude: atan2(sum.y, sum.x) * degrees,
            latitude: atan2(sum.z, hypot(sum.x, sum.y)) * degrees)
    }
}
