import Foundation
import SeededTesting
import Testing

@testable import Geography

@Suite struct BoundingBoxTests {
    /// The position at a distance in metres on the sphere, in a direction in degrees clockwise from north.
    private func destination(_ start: Coordinate, _ azimuth: Double, _ metres: Double) -> Coordinate {
        let angle = metres / Earth.meanRadius
        let latitude = start.latitude * .pi / 180
        let direction = azimuth * .pi / 180
        let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(direction)
        let east = sin(direction) * sin(angle) * cos(latitude)
        let longitude = atan2(east, cos(angle) - sin(latitude) * sine) * 180 / .pi
        return Coordinate(
            wrappingLongitude: start.longitude + longitude, latitude: asin(min(max(sine, -1), 1)) * 180 / .pi)
    }

    /// Centres that are often near the antimeridian or a pole.
    private func centre(using generator: inout SeededGenerator) -> Coordinate {
        let anywhere = Coordinate.random(using: &generator)
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: Coordinate(wrappingLongitude: 180 + anywhere.longitude / 200, latitude: anywhere.latitude)
        case 1: Coordinate(wrappingLongitude: anywhere.longitude, latitude: 89 + anywhere.latitude / 90)
        case 2: Coordinate(wrappingLongitude: anywhere.longitude, latitude: -89 - anywhere.latitude / 90)
        default: anywhere
        }
    }

    /// A box with whole degrees, so that edges often coincide.
    private func randomBox(using generator: inout SeededGenerator) -> BoundingBox? {
        let latitudes = [
            Int.random(in: -9...9, using: &generator), Int.random(in: -9...9, using: &generator),
        ]
        func longitude() -> Int {
            let anywhere = Int.random(in: -18...18, using: &generator)
            return Bool.random(using: &generator) ? anywhere : anywhere < 0 ? -18 : 18
        }
        let (west, east) = (longitude(), longitude())
        return BoundingBox(
            west: Double(west * 10), south: Double(latitudes.min() ?? 0) * 10, east: Double(east * 10),
            north: Double(latitudes.max() ?? 0) * 10)
    }

    @Test(arguments: UInt64(0)..<60)
    func `the box around a circle contains all of it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let middle = centre(using: &generator)
            let radius = pow(10, Double.random(in: 1...6.5, using: &generator))
            let box = BoundingBox(around: middle, radius: radius)
            #expect(box.contains(middle))
            for _ in 0..<40 {
                let way = radius * (1 + 0.0059 * .random(in: -1...1, using: &generator))
                let position = destination(middle, .random(in: 0...360, using: &generator), way)
                #expect(box.contains(position), "\(position) around \(middle) at \(radius)")
            }
        }
    }

    @Test(arguments: [(7.6, 47.5), (179.99, -17.0), (-179.99, 60.0), (0.0, 0.0)])
    func `the box around a circle is no larger than necessary`(longitude: Double, latitude: Double) {
        let middle = Coordinate(wrappingLongitude: longitude, latitude: latitude)
        let box = BoundingBox(around: middle, radius: 10_000)
        for azimuth in [0.0, 90, 180, 270] {
            #expect(!box.contains(destination(middle, azimuth, 10_000 * 1.013)))
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `a widened box contains everything within reach of the box`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let box = try #require(randomBox(using: &generator))
            let metres = pow(10, Double.random(in: 1...6, using: &generator))
            let wider = box.expanded(by: metres)
            let width = box.crossesAntimeridian ? box.east - box.west + 360 : box.east - box.west
            for _ in 0..<40 {
                let inside = Coordinate(
                    wrappingLongitude: box.west + width * .random(in: 0...1, using: &generator),
                    latitude: .random(in: box.south...box.north, using: &generator))
                let way = metres * .random(in: 0...1, using: &generator)
                let position = destination(inside, .random(in: 0...360, using: &generator), way)
                #expect(wider.contains(position), "\(position) \(box) \(metres)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `boxes intersect when a corner of their edges lies in both`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (left, right) = (
                try #require(randomBox(using: &generator)), try #require(randomBox(using: &generator))
            )
            let shares = [left.west, left.east, right.west, right.east].contains { longitude in
                [left.south, left.north, right.south, right.north].contains { latitude in
                    let corner = Coordinate(wrappingLongitude: longitude, latitude: latitude)
                    return left.contains(corner) && right.contains(corner)
                }
            }
            #expect(left.intersects(right) == shares, "\(left) \(right)")
            #expect(right.intersects(left) == shares)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the parts of a box cover the same area and none crosses the antimeridian`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let box = try #require(randomBox(using: &generator))
            #expect(box.parts.allSatisfy { !$0.crossesAntimeridian })
            for _ in 0..<20 {
                let position = Coordinate.random(using: &generator)
                #expect(box.parts.contains { $0.contains(position) } == box.contains(position))
            }
        }
    }

    @Test func `the antimeridian is one line under both of its names`() throws {
        let east = try #require(BoundingBox(west: -180, south: 0, east: -170, north: 10))
        let west = try #require(BoundingBox(west: 170, south: 5, east: 180, north: 15))
        #expect(east.contains(Coordinate(wrappingLongitude: 180, latitude: 5)))
        #expect(east.intersects(west))
        #expect(west.intersects(east))
    }

    @Test(arguments: [
        (-181.0, 0.0, 0.0, 1.0), (0, 1, 0, 0), (0, -91, 0, 0), (.nan, 0, 0, 0), (0, 0, .infinity, 0),
    ])
    func `edges out of range are not a box`(west: Double, south: Double, east: Double, north: Double) {
        #expect(BoundingBox(west: west, south: south, east: east, north: north) == nil)
    }
}
