import Alerts
import Foundation
import Geography
import Projection
import SeededTesting
import Testing

@testable import Matching

@Suite struct GeofenceMatcherTests {
    /// The inverse formula by Thaddeus Vincenty (Survey Review 23, 1975), the slow and obvious way.
    ///
    /// It converges for all pairs that are not nearly antipodal.
    private func vincenty(_ start: Coordinate, _ end: Coordinate) -> Double {
        let (a, f) = (6_378_137.0, 1 / 298.257223563)
        let b = a * (1 - f)
        let length = (end.longitude - start.longitude) * .pi / 180
        let (u1, u2) = (reduced(start.latitude, f), reduced(end.latitude, f))
        var lambda = length
        var (sinSigma, cosSigma, sigma, cosSquaredAlpha, cosMiddle) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for _ in 0..<200 {
            let cross = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
            sinSigma = hypot(cos(u2) * sin(lambda), cross)
            guard sinSigma > 0 else { return 0 }
            cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
            sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
            cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            cosMiddle = cosSquaredAlpha > 1e-15 ? cosSigma - 2 * sin(u1) * sin(u2) / cosSquaredAlpha : 0
            let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
            let inner = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
            let next = length + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
            if abs(next - lambda) < 1e-13 { break }
            lambda = next
        }
        let u = cosSquaredAlpha * (a * a - b * b) / (b * b)
        let first = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
        let second = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let third = cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * cosMiddle * cosMiddle - 3)
        let fourth = cosSigma * (2 * cosMiddle * cosMiddle - 1) - second / 6 * third
        return b * first * (sigma - second * sinSigma * (cosMiddle + second / 4 * fourth))
    }

    private func reduced(_ latitude: Double, _ f: Double) -> Double {
        atan((1 - f) * tan(latitude * .pi / 180))
    }

    @Test(arguments: [(7.6, 47.5), (179.9, -17.0), (15.6, 78.2), (0.0, 89.9), (-60.0, -89.99), (30.0, 0.0)])
    func `a circle contains what lies within its radius on the ellipsoid`(
        longitude: Double, latitude: Double
    ) throws {
        var generator = SeededGenerator(seed: UInt64(abs(longitude * 100 + latitude)))
        let centre = Coordinate(wrappingLongitude: longitude, latitude: latitude)
        for radius in [100.0, 5_000, 300_000] {
            let fence = try GeofenceMatcher(.circle(centre: centre, radius: radius))
            for _ in 0..<400 {
                // Mostly near the edge, where the sphere and the ellipsoid disagree.
                let position = Geodesic.destination(
                    from: centre, azimuth: .random(in: 0...360, using: &generator),
                    distance: radius * .random(in: 0.98...1.02, using: &generator))
                let distance = vincenty(centre, position)
                guard abs(distance - radius) > 0.001 else { continue }
                let inside = distance < radius
                #expect(fence.holds(position) == inside)
                if inside { #expect(fence.footprint.boxes.contains { $0.contains(position) }) }
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `the spherical shortcut never contradicts the ellipsoid`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let centre = Coordinate.random(using: &generator)
            let position = Coordinate.random(using: &generator)
            let distance = Geodesic.distance(from: centre, to: position)
            for share in [0.993, 0.999, 1.001, 1.007] {
                #expect(Circle(centre: centre, radius: distance * share).holds(position) == (share > 1))
            }
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `a polygon drawn around a circle contains the same places`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Fiji, Svalbard and the neighbourhood of the pole, where longitudes jump and crowd.
        let centres = [(179.95, -17.5), (16.0, 78.5), (100.0, 89.9), (-179.9, 66.0)]
        for (longitude, latitude) in centres {
            let centre = Coordinate(wrappingLongitude: longitude, latitude: latitude)
            let radius = Double.random(in: 20_000...200_000, using: &generator)
            let ring = Geodesic.circle(centre: centre, radius: radius, vertices: 360)
            let outline = try GeofenceMatcher(.polygons([try #require(Polygon(exterior: ring))]))
            for _ in 0..<50 {
                let share = Double.random(in: 0...2, using: &generator)
                let position = Geodesic.destination(
                    from: centre, azimuth: .random(in: 0...360, using: &generator), distance: radius * share)
                // Edges that are straight in degrees depart a little from the
                // circle, most of all near a pole.
                guard abs(share - 1) > 0.1 else { continue }
                #expect(outline.holds(position) == (share < 1), "\(position) at \(share)")
            }
        }
    }

    @Test func `the anchor of a polygon lies inside it`() throws {
        let crescent = [(0.0, 0.0), (10, 0), (10, 10), (0, 10), (0, 9), (9, 9), (9, 1), (0, 1), (0, 0)]
        let ring = crescent.map { Coordinate(wrappingLongitude: $0.0, latitude: $0.1) }
        let fence = try GeofenceMatcher(.polygons([try #require(Polygon(exterior: ring))]))
        #expect(fence.holds(fence.footprint.anchor))
    }

    @Test func `the extent reaches the other side of the world when that is inside`() throws {
        func box(_ west: Double, _ east: Double) throws -> Polygon {
            let corners = [(west, -50.0), (east, -50), (east, 50), (west, 50), (west, -50)]
            let ring = corners.map { Coordinate(wrappingLongitude: $0.0, latitude: $0.1) }
            return try #require(Polygon(exterior: ring))
        }
        let fence = try GeofenceMatcher(.polygons([try box(-90, 30), try box(110, 178)]))
        let anchor = fence.footprint.anchor
        let opposite = Coordinate(wrappingLongitude: anchor.longitude + 180, latitude: -anchor.latitude)
        try #require(fence.holds(opposite), "the anchor is \(anchor)")
        #expect(fence.footprint.extent >= Geodesic.distance(from: anchor, to: opposite))
    }
}
