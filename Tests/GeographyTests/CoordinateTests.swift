import Foundation
import SeededTesting
import Testing

@testable import Geography

@Suite struct CoordinateTests {
    @Test(arguments: [
        (180.1, 0.0), (-180.1, 0), (0, 90.1), (0, -90.1), (.nan, 0), (0, .nan), (.infinity, 0),
    ])
    func `numbers out of range are not a coordinate`(longitude: Double, latitude: Double) {
        #expect(Coordinate(longitude: longitude, latitude: latitude) == nil)
    }

    @Test(arguments: [(190.0, -170.0), (-190, 170), (540, 180), (180, 180), (-180, -180), (725, 5)])
    func `whole turns are removed from a computed longitude`(given: Double, expected: Double) {
        let longitude = Coordinate(wrappingLongitude: given, latitude: 0).longitude
        #expect(abs(remainder(longitude - expected, 360)) < 1e-12)
        #expect((-180...180).contains(longitude))
    }

    @Test(arguments: [0.01, 0.05, 0.1, 1, 5])
    func `a snapped position is within half a cell and stays where it is`(degrees: Double) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let position = Coordinate.random(using: &generator)
            let snapped = position.snapped(toGridOf: degrees)
            #expect(abs(snapped.longitude - position.longitude) <= degrees / 2 + 1e-9)
            #expect(abs(snapped.latitude - position.latitude) <= degrees / 2 + 1e-9)
            #expect(snapped.snapped(toGridOf: degrees) == snapped)
        }
    }

    @Test func `all places in a cell are shown at the same position`() {
        let shown = Coordinate(wrappingLongitude: 7.585, latitude: 47.565)
        for (longitude, latitude) in [(7.5801, 47.5601), (7.5899, 47.5699), (7.5801, 47.5699)] {
            let position = Coordinate(wrappingLongitude: longitude, latitude: latitude)
            #expect(position.snapped(toGridOf: 0.01) == shown)
        }
    }

    @Test(arguments: [(180.0, 90.0), (-180, -90), (180, -90), (-180, 90)])
    func `the corners of the world are snapped into it`(longitude: Double, latitude: Double) {
        let snapped = Coordinate(wrappingLongitude: longitude, latitude: latitude).snapped(toGridOf: 0.01)
        #expect(abs(snapped.longitude) == 179.995)
        #expect(abs(snapped.latitude) == 89.995)
    }

    @Test func `a polygon needs closed rings of four positions`() {
        let corners = [(0.0, 0.0), (1, 0), (1, 1)].map { Coordinate(wrappingLongitude: $0.0, latitude: $0.1) }
        #expect(Polygon(exterior: corners) == nil)
        #expect(Polygon(exterior: corners + [corners[0]])?.vertexCount == 4)
        #expect(Polygon(exterior: corners + [corners[1]]) == nil)
        #expect(Polygon(exterior: corners + [corners[0]], holes: [corners]) == nil)
    }

    @Test(arguments: UInt64(0)..<20)
    func `the chord between unit vectors has the haversine's length`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (start, end) = (Coordinate.random(using: &generator), Coordinate.random(using: &generator))
            let (low, high) = (start.latitude * .pi / 180, end.latitude * .pi / 180)
            let east = (end.longitude - start.longitude) * .pi / 180
            let half = pow(sin((high - low) / 2), 2) + cos(low) * cos(high) * pow(sin(east / 2), 2)
            let haversine = 2 * Earth.meanRadius * asin(half.squareRoot())
            let chord = UnitVector(start).squaredChord(to: UnitVector(end))
            #expect(abs(Earth.distance(ofSquaredChord: chord) - haversine) < 1)
            #expect(abs(Earth.squaredChord(ofDistance: haversine) - chord) < 1e-9)
        }
    }
}
