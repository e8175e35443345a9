import Geography
import SeededTesting
import Testing

@testable import Interpolation

@Suite struct LocalStationsTests {
    private let reach = Reach(metres: 150_000, full: 30_000)

    /// Sources of a field's samples, ordered by provenance and rank.
    private func sources(_ count: Int, using generator: inout SeededGenerator) -> [Source] {
        let samples = randomSamples(
            count, longitudes: 2...14, latitudes: 42...52, oldest: 2, using: &generator)
        let sources = birchField(samples).index.sources
        return Set(sources.map(\.provenance)).sorted().flatMap { provenance in
            sources.filter { $0.provenance == provenance }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `skipping whole clumps finds the same stations as looking at each`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sources = sources(seed % 2 == 0 ? 300 : 3_000, using: &generator)
        let middle = UnitVector(try #require(Coordinate(longitude: 8, latitude: 47)))
        let origin = SIMD4(middle.x, middle.y, middle.z, 0)
        let local = LocalStations(sources, origin: origin, reach: reach)
        for within in [0, Float(reach.chord)] {
            for _ in 0..<20 {
                let place = UnitVector(
                    try #require(
                        Coordinate(
                            longitude: .random(in: 0...16, using: &generator),
                            latitude: .random(in: 40...54, using: &generator))))
                let centre = SIMD4<Float>(SIMD4(place.x, place.y, place.z, 0) - origin)
                let radius = Float.random(in: 0...0.03, using: &generator)
                let found = local.near(centre, radius: radius, within: within)
                // The way of the definition, a thousandth inside and outside of the limit.
                let shares: [Float] = [0.9995, 1.0015]
                let limits: [[Int]] = shares.map { share in
                    local.stations.indices.filter { index in
                        var difference = local.stations[index].point - centre
                        difference.w = 0
                        let distance = (difference * difference).sum().squareRoot()
                        return distance <= (radius + max(local.stations[index].extent, within)) * share
                    }
                }
                #expect(Set(limits[0]).isSubset(of: found.places))
                #expect(Set(found.places).isSubset(of: limits[1]))
                #expect(found.places == found.places.sorted())
                for run in found.runs {
                    #expect(found.places[run.range].allSatisfy { sources[$0].provenance == run.provenance })
                }
                #expect(found.runs.map(\.range.count).reduce(0, +) == found.places.count)
            }
        }
    }
}
