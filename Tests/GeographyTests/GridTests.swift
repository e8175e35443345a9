import Foundation
import Geography
import SeededTesting
import Testing

/// Boxes that hide places: they depend on the cell alone, and still contain what they must.
@Suite struct GridTests {
    /// The middle of a cell, computed the slow way, with the cell's size in degrees.
    private func cell(of place: Coordinate) -> (middle: Coordinate, width: Double) {
        let south = (place.latitude * 100).rounded(.down) / 100
        let polar = max(abs(south), abs(south + 0.01)) * .pi / 180
        let count = max((36_000 * cos(polar)).rounded(.down), 1)
        let west = ((place.longitude + 180) / (360 / count)).rounded(.down) * (360 / count) - 180
        return (
            Coordinate(wrappingLongitude: west + 180 / count, latitude: min(south + 0.005, 90)), 360 / count
        )
    }

    private func place(_ generator: inout SeededGenerator) -> Coordinate {
        let latitude: Double = [89.95, 60, 0.02].randomElement(using: &generator) ?? 0
        return Coordinate(
            wrappingLongitude: .random(in: -180..<180, using: &generator),
            latitude: .random(in: -latitude...latitude, using: &generator))
    }

    @Test(arguments: UInt64(0)..<40)
    func `the box of a circle depends on the cell and the rounded radius alone`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (middle, width) = cell(of: place(&generator))
            let kilometres = Double.random(in: 1...20, using: &generator).rounded()
            let boxes = try (0..<10).map { _ in
                let (east, north) = (
                    Double.random(in: -0.49...0.49, using: &generator),
                    Double.random(in: -0.49...0.49, using: &generator)
                )
                let centre = try #require(
                    Coordinate(
                        longitude: middle.longitude + east * width, latitude: middle.latitude + north * 0.01))
                let radius = Double.random(
                    in: 1_000 * (kilometres - 1) + 1...1_000 * kilometres, using: &generator)
                return BoundingBox(hiding: centre, radius: radius)
            }
            #expect(Set(boxes).count == 1, "\(middle)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `the coarse box of a circle contains its exact box, whatever the rounding`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let centre = place(&generator)
            let radius = Double.random(in: 100...300_000, using: &generator)
            let hiding = BoundingBox(hiding: centre, radius: radius).roundedOutToGrid
            for part in BoundingBox(around: centre, radius: radius).parts {
                for longitude in [part.west, part.east] {
                    for latitude in [part.south, part.north] {
                        let corner = Coordinate(wrappingLongitude: longitude, latitude: latitude)
                        #expect(hiding.contains(corner), "\(centre) \(radius)")
                    }
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `edges move outward by less than a cell to north and south, and then stay`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (corner, width) = (place(&generator), Double.random(in: 0...3, using: &generator))
            let east =
                corner.longitude + width > 180 ? corner.longitude + width - 360 : corner.longitude + width
            let box = try #require(
                BoundingBox(
                    west: corner.longitude, south: corner.latitude, east: east,
                    north: min(corner.latitude + width, 90)))
            let rounded = box.roundedOutToGrid
            #expect(rounded.south <= box.south && rounded.north >= box.north)
            #expect(
                rounded.contains(corner)
                    && rounded.contains(Coordinate(wrappingLongitude: east, latitude: box.north)))
            #expect(box.south - rounded.south < 0.0101 && rounded.north - box.north < 0.0101)
            let again = rounded.roundedOutToGrid
            for edge in [\BoundingBox.west, \.south, \.east, \.north] {
                #expect(abs(again[keyPath: edge] - rounded[keyPath: edge]) < 1e-7, "\(box)")
            }
        }
    }

    @Test func `no cell is narrower than a kilometre`() {
        for latitude in stride(from: -89.9, through: 89.9, by: 0.37) {
            let box = BoundingBox(
                hiding: Coordinate(wrappingLongitude: 7.5, latitude: latitude), radius: 1_000)
            guard box.west > -180 else { continue }
            let width = (box.east - box.west) * 111_195 * cos(latitude * .pi / 180)
            #expect(width >= 3_000, "\(latitude)")
        }
    }
}
