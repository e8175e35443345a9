import Allergens
import Foundation
import Geography
import Observations
import Testing

@testable import Evaluation

@Suite struct NaturalNeighbourTests {
    /// SplitMix64 by Steele, Lea and Flood, which gives the same numbers in each run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private func points(_ count: Int, seed: UInt64) -> [SIMD2<Double>] {
        var generator = SplitMix(state: seed)
        return (0..<count).map { _ in
            SIMD2(.random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator))
        }
    }

    @Test func `in the middle of a square the corners have equal weights`() throws {
        let weights = try #require(
            SibsonWeights.of([SIMD2(1, 1), SIMD2(-1, 1), SIMD2(-1, -1), SIMD2(1, -1)]))
        for weight in weights { #expect(abs(weight - 0.25) < 1e-12) }
    }

    @Test(arguments: UInt64(1)...30)
    func `a linear function is reproduced`(seed: UInt64) throws {
        let points = points(20, seed: seed)
        guard let weights = SibsonWeights.of(points) else { return }
        #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
        // The weighted mean of the points is the origin itself, so any plane through them is met there.
        let mean = zip(points, weights).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
        #expect((mean * mean).sum().squareRoot() < 1e-9)
    }

    @Test(arguments: UInt64(1)...5)
    func `the weights match those counted on a raster`(seed: UInt64) throws {
        // A ring closes the cells, and the other points are random.
        let ring = (0..<8).map { SIMD2(cos(Double($0)), sin(Double($0))) * 1.2 }
        let points = ring + points(6, seed: seed)
        let weights = try #require(SibsonWeights.of(points))
        var counts = [Int](repeating: 0, count: points.count)
        for row in -90..<90 {
            for column in -90..<90 {
                let pixel = (SIMD2(Double(column), Double(row)) + 0.5) / 70
                let distances = points.map { (($0 - pixel) * ($0 - pixel)).sum() }
                let nearest = try #require(distances.indices.min { distances[$0] < distances[$1] })
                if (pixel * pixel).sum() < distances[nearest] { counts[nearest] += 1 }
            }
        }
        let sum = Double(counts.reduce(0, +))
        for (weight, count) in zip(weights, counts) { #expect(abs(weight - Double(count) / sum) < 0.015) }
    }

    @Test func `a duplicate point counts once`() throws {
        let square = [SIMD2(1.0, 1.0), SIMD2(-1, 1), SIMD2(-1, -1), SIMD2(1, -1)]
        let weights = try #require(SibsonWeights.of(square + [square[0]]))
        let expected = [0.125, 0.25, 0.25, 0.25, 0.125]
        for (weight, share) in zip(weights, expected) { #expect(abs(weight - share) < 1e-12) }
    }

    @Test func `outside the hull there are no weights and the nearest station counts`() {
        #expect(SibsonWeights.of([SIMD2(1, 1), SIMD2(1, -1), SIMD2(2, 0)]) == nil)
        #expect(SibsonWeights.of([SIMD2(1, 0), SIMD2(-1, 0)]) == nil)
        #expect(SibsonWeights.of([]) == nil)
        let samples = [sample("a", longitude: 0, 9), sample("b", longitude: 1, 999)]
        let place = sample("m", longitude: 1.4, 0).position
        let value = NaturalNeighbour().concentration(at: place, from: samples)
        #expect(value.map { abs($0 - 999) < 1e-9 } == true)
        #expect(NaturalNeighbour().concentration(at: place, from: []) == nil)
    }

    @Test func `at a station the estimate is its reading, and close by it is almost the same`() throws {
        let corners = [(7.0, 46.0, 10.0), (8, 46, 100), (7.5, 47, 1_000), (7.5, 46.4, 50)]
        let samples = corners.enumerated().map { place, corner in
            DayValue(
                station: Station.ID(rawValue: "s\(place)")!,
                position: Coordinate(longitude: corner.0, latitude: corner.1)!, allergen: birch.id,
                day: CivilDate(daysSinceEpoch: 18_360), value: corner.2, basis: .measured)
        }
        let method = NaturalNeighbour()
        let here = try #require(method.concentration(at: samples[3].position, from: samples))
        #expect(abs(here - 50) < 1e-9)
        let beside = Coordinate(longitude: 7.500_1, latitude: 46.4)!
        #expect(abs(try #require(method.concentration(at: beside, from: samples)) - 50) < 0.1)
    }
}
