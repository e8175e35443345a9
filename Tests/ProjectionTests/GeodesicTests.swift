import Geography
import Testing

@testable import Projection

@Suite struct GeodesicTests {
    private func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
        Coordinate(wrappingLongitude: longitude, latitude: latitude)
    }

    /// The first is the example of GeographicLib's `GeodSolve` manual; the second the case on which Vincenty's
    /// method fails (Karney 2013, 7); the rest follow from WGS 84's quarter meridian of 10 001 965.729 m and
    /// equatorial radius of 6 378 137 m.
    @Test(arguments: [
        ((-73.8, 40.6), (-0.5, 51.6), 5_551_759.400), ((0.0, -30.0), (179.8, 29.9), 19_989_832.828),
        ((0, -90), (0, 90), 20_003_931.4586), ((12, 0), (77, 90), 10_001_965.7293),
        ((0, 0), (180, 0), 20_003_931.4586), ((0, 0), (1, 0), 111_319.4908),
        ((179.5, 0), (-179.5, 0), 111_319.4908),
        ((180, 10), (-180, 10), 0), ((5, 90), (-150, 90), 0),
    ])
    func `distances agree with published ones`(
        start: (Double, Double), end: (Double, Double), metres: Double
    ) {
        let found = Geodesic.distance(from: place(start.0, start.1), to: place(end.0, end.1))
        #expect(abs(found - metres) < 0.001)
    }

    @Test func `the path from JFK to LHR ends at LHR`() {
        let end = Geodesic.destination(
            from: place(-73.8, 40.6), azimuth: 51.198882845579824, distance: 5_551_759.400318679)
        #expect(abs(end.longitude - -0.5) < 1e-9)
        #expect(abs(end.latitude - 51.6) < 1e-9)
    }

    @Test(arguments: [(7.6, 47.5), (179.9, -17.0), (15.6, 78.2), (0.0, 90.0), (-60.0, -89.9)])
    func `a circle is closed and each vertex lies at its radius`(longitude: Double, latitude: Double) {
        let centre = place(longitude, latitude)
        let ring = Geodesic.circle(centre: centre, radius: 50_000, vertices: 64)
        #expect(ring.count == 65)
        #expect(ring.first == ring.last)
        for vertex in ring {
            #expect(abs(Geodesic.distance(from: centre, to: vertex) - 50_000) < 1e-6)
        }
    }
}
