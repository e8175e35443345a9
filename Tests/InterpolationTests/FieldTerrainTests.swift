import Allergens
import Foundation
import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation

/// Fields over ground that is not flat.
@Suite struct FieldTerrainTests {
    private let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")]!
    private let day = CivilDate(daysSinceEpoch: 18_360)
    /// Half degrees whose altitude is 0 m west of 8° E and 1,000 m east of it.
    private let terrain: Terrain

    init() throws {
        let header = Array("TERRAIN1".utf8) + [0xD0, 0x02, 0x68, 0x01, 0, 0, 100, 0]
        let row: [UInt8] = (0..<720).map { $0 < 376 ? 0 : 10 }
        terrain = try Terrain(header + (0..<360).flatMap { _ in row })
    }

    private func field(
        _ samples: [DayValue], slope: Double, up highest: Double = 2_000, model: FieldModel? = nil
    ) -> IntensityField {
        IntensityField(
            allergen: birch, bounds: Scale.standard(for: birch)!.bounds, day: day, samples: samples,
            model: model,
            terrain: FieldTerrain(terrain, trend: TerrainTrend(slope: slope, altitudes: 0...highest)))
    }

    private func at(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
        try #require(Coordinate(longitude: longitude, latitude: latitude))
    }

    private let valley = sample("a", 7.25, 47.25, 99)

    @Test func `uphill of the only station there is less, by slope times rise`() throws {
        let there = try at(8.25, 47.25)
        let estimate = try #require(field([valley], slope: -0.001).estimate(at: there))
        #expect(abs(log10(estimate.concentration + 1) - 1) < 1e-6)
        // The stations that taught the slope were at 500 m at most.
        let known = try #require(field([valley], slope: -0.001, up: 500).estimate(at: there))
        #expect(abs(log10(known.concentration + 1) - 1.5) < 1e-6)
        let flat = try #require(field([valley], slope: 0).estimate(at: there))
        #expect(abs(flat.concentration - 99) < 1e-9)
        // There is no less than nothing.
        #expect(try #require(field([valley], slope: -0.003).estimate(at: there)).concentration == 0)
    }

    @Test func `a station's own altitude comes before that of the table, and its reading stays`() throws {
        let summit = sample("a", 7.25, 47.25, 9, altitude: 1_000)
        let field = field([summit], slope: -0.001)
        let valley = try #require(field.estimate(at: try at(7.4, 47.25)))
        #expect(abs(log10(valley.concentration + 1) - 2) < 1e-6)
        #expect(field.estimate(at: summit.position)?.concentration == 9)
        // Two at one place share the mean of their own logarithms.
        let pair = self.field([summit, sample("b", 7.25, 47.25, 999, altitude: 0)], slope: -0.001)
        let shared = try #require(pair.estimate(at: summit.position)).concentration
        #expect(abs(log10(shared + 1) - 2) < 1e-9)
    }

    @Test(arguments: [6, 8, 10], [false, true])
    func `tiles show the estimates, with and without a model`(zoom: Int, isFused: Bool) throws {
        let source = GridSource(name: "model", degrees: 0.1, attribution: nil)
        let cells = (460..<480).flatMap { row in
            (60..<100).map { (ModelCell(column: $0, row: row), Double(($0 * 7 + row * 13) % 300)) }
        }
        let model = FieldModel(grid: try #require(ModelGrid(source, cells)), slope: 0.5)
        let samples = [valley, sample("b", 8.6, 47.1, 12, altitude: 700), sample("c", 7.9, 46.6, 40)]
        let field = field(samples, slope: -0.0005, model: isFused ? model : nil)
        let address = TileAddress(holding: try at(8, 47), zoom: zoom)
        try expectEstimates(of: field, in: address)
    }

    @Test func `the records of a box change with the slope, its range and the altitude of a station`() throws
    {
        let address = TileAddress(holding: try at(7.5, 47), zoom: 8)
        let fields = [
            field([valley], slope: 0), field([valley], slope: -0.001), field([valley], slope: -0.002),
            field([valley], slope: -0.001, up: 900),
            field([sample("a", 7.25, 47.25, 99, altitude: 300)], slope: -0.001),
        ]
        #expect(Set(fields.map { $0.records(reaching: address.fieldBounds) }).count == fields.count)
    }

    /// A slope learned on days on which each station follows the ground by a share.
    private func learned(_ slope: (Int) -> Double, days: Int, noise: Double = 0.2) -> TerrainTrend {
        var numbers = SeededGenerator(seed: 5)
        var learned = TerrainSlope()
        for day in 0..<days {
            let samples = (0..<14).map { number in
                let altitude = Double(number % 5) * 250
                let logarithm =
                    1.5 + slope(day) * altitude + Double.random(in: -noise...noise, using: &numbers)
                return DayValue(
                    station: Station.ID(rawValue: "s\(number)")!,
                    position: Coordinate(
                        longitude: 7 + Double(number % 4) / 4, latitude: 46.5 + Double(number) / 16)!,
                    altitude: altitude, allergen: birch.id, day: CivilDate(daysSinceEpoch: 18_000 + day),
                    value: max(0, pow(10, logarithm) - 1), basis: .measured)
            }
            learned.learn(
                from: IntensityField(
                    allergen: birch, bounds: Scale.standard(for: birch)!.bounds,
                    day: CivilDate(daysSinceEpoch: 18_000 + day), samples: samples), on: terrain)
        }
        return learned.trend
    }

    @Test func `a slope that all days show is found, with the altitudes that showed it`() {
        let trend = learned({ _ in -0.0004 }, days: 60)
        #expect(abs(trend.slope + 0.0004) < 0.00006)
        #expect(trend.altitudes == 0...1_000)
        #expect(abs(learned({ _ in 0.0004 }, days: 60).slope - 0.0004) < 0.00006)
    }

    @Test func `where the evidence is thin or contradicts itself, the map stays flat`() {
        #expect(learned({ _ in -0.0004 }, days: 5).slope == 0, "a single block")
        #expect(abs(learned({ $0 / ModelSlope.span % 2 == 0 ? 0.0004 : -0.0004 }, days: 40).slope) < 0.00005)
        #expect(abs(learned({ _ in 0 }, days: 60, noise: 0.5).slope) < 0.00008)
        #expect(TerrainSlope().trend == .none)
        #expect(FieldTerrain(terrain, trend: .none) == nil)
    }
}
