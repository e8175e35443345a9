import CPROJ
package import Geography

/// Distances and circles along geodesics, the shortest lines on the WGS 84 ellipsoid.
///
/// The routines are those of C. F. F. Karney, “Algorithms for geodesics”, J. Geodesy 87 (2013), exact to
/// nanometres for every pair of points. They have no state and may be called from any thread.
package enum Geodesic {
    /// The ellipsoid of WGS 84: semi-major axis in metres and flattening (NGA.STND.0036).
    private static let ellipsoid: geod_geodesic = {
        var ellipsoid = geod_geodesic()
        unsafe geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
        return ellipsoid
    }()

    /// Returns the length in metres of the geodesic between two positions, 0…20 003 931.5.
    package static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        var metres = 0.0
        unsafe withUnsafePointer(to: ellipsoid) {
            unsafe geod_inverse(
                $0, start.latitude, start.longitude, end.latitude, end.longitude, &metres, nil, nil)
        }
        return metres
    }

    /// Returns the position at the end of a geodesic from `start`.
    ///
    /// - Parameters:
    ///   - start: The start of the geodesic.
    ///   - azimuth: The direction at the start, in degrees clockwise from north.
    ///   - distance: The length of the geodesic in metres.
    /// - Returns: The end of the geodesic.
    package static func destination(
        from start: Coordinate, azimuth: Double, distance: Double
    ) -> Coordinate {
        var latitude = 0.0
        var longitude = 0.0
        unsafe withUnsafePointer(to: ellipsoid) {
            unsafe geod_direct(
                $0, start.latitude, start.longitude, azimuth, distance, &latitude, &longitude, nil)
        }
        return Coordinate(wrappingLongitude: longitude, latitude: latitude)
    }

    /// Returns a ring of positions at `radius` metres around `centre`, counter-clockwise and closed.
    ///
    /// The last position repeats the first. Across the antimeridian the longitudes jump, and around a pole
    /// the ring makes one whole turn of longitude. Areas in this package may do both.
    ///
    /// - Precondition: There are at least three vertices, and the radius is positive and finite.
    package static func circle(centre: Coordinate, radius: Double, vertices: Int) -> [Coordinate] {
        precondition(vertices >= 3, "a ring has at least three corners")
        precondition(radius > 0 && radius.isFinite, "a circle has a positive radius")
        var ring = (0..<vertices).map { index in
            destination(from: centre, azimuth: -360 * Double(index) / Double(vertices), distance: radius)
        }
        ring.append(ring[0])
        return ring
    }
}
