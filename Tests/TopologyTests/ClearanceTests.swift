import Foundation
import Geography
import SeededTesting
import Testing

@testable import Topology

/// Which positions are certainly inside an outline, on the sphere.
@Suite struct ClearanceTests {
    @Test(arguments: UInt64(0)..<40)
    func `everything within the clearance is covered, also over the antimeridian and around a pole`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let anywhere = Coordinate.random(using: &generator)
        let centre = Coordinate(wrappingLongitude: anywhere.longitude, latitude: anywhere.latitude * 0.85)
        let size = [0.02, 1, 8][Int.random(in: 0..<3, using: &generator)]
        let shapes = [
            Shapes.holedStar(around: centre, size: size, using: &generator),
            Shapes.holedStar(
                around: Coordinate(wrappingLongitude: 179.9, latitude: centre.latitude), size: size,
                using: &generator),
            Shapes.cap(using: &generator),
        ]
        for shape in shapes {
            let outline = try Outline([shape])
            let anchor = try PreparedArea([shape]).pointOnSurface
            let clearance = outline.clearance(around: anchor)
            #expect(clearance >= 0)
            for position in Self.positions(about: anchor, within: clearance, using: &generator) {
                #expect(outline.covers(position), "\(position) is nearer to \(anchor) than any edge")
            }
        }
    }

    /// Positions whose squared chord from an anchor is below a limit, most of them close to it.
    private static func positions(
        about anchor: Coordinate, within limit: Double, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        let centre = UnitVector(anchor)
        let degrees = 2 * asin(limit.squareRoot() / 2) * 180 / .pi
        let wide = min(degrees / max(cos(anchor.latitude * .pi / 180), 1e-3), 180)
        return (0..<200).compactMap { _ in
            let angle = Double.random(in: 0..<(2 * .pi), using: &generator)
            let share = Double.random(in: 0...1, using: &generator).squareRoot() * 1.01
            let latitude = anchor.latitude + share * degrees * sin(angle)
            guard abs(latitude) <= 90 else { return nil }
            let position = Coordinate(
                wrappingLongitude: anchor.longitude + share * wide * cos(angle), latitude: latitude)
            return centre.squaredChord(to: UnitVector(position)) < limit ? position : nil
        }
    }

    @Test func `the clearance in the middle of a square is half its side`() throws {
        let square = Shapes.polygon([(7, -0.5), (8, -0.5), (8, 0.5), (7, 0.5)])
        let clearance = try Outline([square]).clearance(
            around: Coordinate(wrappingLongitude: 7.5, latitude: 0))
        let metres = Earth.distance(ofSquaredChord: clearance)
        #expect((55_000...55_600).contains(metres), "half a degree is 55.6 km: \(metres)")
    }

    @Test func `a hole's edge counts like any other`() throws {
        let ring = Shapes.polygon(
            [(7, -0.5), (8, -0.5), (8, 0.5), (7, 0.5)],
            holes: [[(7.6, -0.1), (7.7, -0.1), (7.7, 0.1), (7.6, 0.1)]])
        let clearance = try Outline([ring]).clearance(around: Coordinate(wrappingLongitude: 7.5, latitude: 0))
        #expect(Earth.distance(ofSquaredChord: clearance) < 11_200, "the hole is a tenth of a degree away")
    }

    @Test func `there is no clearance around a position outside`() throws {
        let square = Shapes.polygon([(7, 47), (8, 47), (8, 48), (7, 48)])
        #expect(try Outline([square]).clearance(around: Coordinate(wrappingLongitude: 9, latitude: 47)) < 0)
    }
}
