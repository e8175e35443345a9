import Foundation
import Geography
import SeededTesting
import Testing

@testable import Trips

@Suite struct GreatCircleTests {
    @Test func `sines and arcsines are those of the library to the fifteenth digit`() {
        for step in -1_000...1_000 {
            let angle = Double(step) / 1_000 * .pi / 2
            #expect(abs(GreatCircle.sine(angle) - sin(angle)) < 1e-15)
            let number = Double(abs(step)) / 1_000
            #expect(abs(GreatCircle.arcsine(number) - asin(number)) < 1e-15)
        }
    }

    @Test(arguments: UInt64(0)..<50)
    func `a distance is that of the chord through the sphere`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let start = Coordinate.random(using: &generator)
        let end = Coordinate.random(using: &generator)
        let chord = UnitVector(start).squaredChord(to: UnitVector(end))
        #expect(
            abs(GreatCircle.distance(from: start, to: end) - Earth.distance(ofSquaredChord: chord)) < 0.2)
    }

    @Test func `metres across the antimeridian are as many as elsewhere`() {
        let across = GreatCircle.distance(
            from: Coordinate(wrappingLongitude: 179.9995, latitude: 0),
            to: Coordinate(wrappingLongitude: -179.9995, latitude: 0))
        #expect(abs(across - 111.195) < 0.001)
    }

    @Test func `the other side of the Earth is half a turn away`() {
        let half = GreatCircle.distance(
            from: Coordinate(wrappingLongitude: 0, latitude: 90),
            to: Coordinate(wrappingLongitude: 0, latitude: -90))
        #expect(half == Earth.meanRadius * .pi)
    }
}
