import Allergens
import Foundation
import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation

/// Fields over a numerical model.
@Suite struct FieldModelTests {
    private static let source = GridSource(name: "model", degrees: 0.1, attribution: "Source: model")
    private let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")]!
    private let day = CivilDate(daysSinceEpoch: 18_360)

    /// A grid from 6° to 10° E and 46° to 48° N.
    private func grid(_ value: (ModelCell) -> Double) throws -> ModelGrid {
        let cells = (460..<480).flatMap { row in
            (60..<100).map { ModelCell(column: $0, row: row) }
        }
        return try #require(ModelGrid(Self.source, cells.map { ($0, value($0)) }))
    }

    private func field(_ samples: [DayValue], _ grid: ModelGrid?, slope: Double = 0.5) -> IntensityField {
        IntensityField(
            allergen: birch, bounds: Scale.standard(for: birch)!.bounds, day: day, samples: samples,
            model: grid.map { FieldModel(grid: $0, slope: slope) })
    }

    private let stations = [sample("a", 7.55, 47.05, 99), sample("b", 8.05, 47.05, 9)]

    private func at(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
        try #require(Coordinate(longitude: longitude, latitude: latitude))
    }

    @Test func `between stations the estimate follows the share of the model's own differences`() throws {
        // The model says 10 grains in the west, 1,000 in the east; the place is much nearer to a.
        let grid = try grid { $0.column < 77 ? 9 : 999 }
        let place = try at(7.85, 47.05)
        let plain = try #require(field(stations, nil).estimate(at: place))
        let moved = try #require(field(stations, grid).estimate(at: place))
        let own = 3.0
        // m̄ of the stations: 1 at a and 3 at b, with the weights that give the plain estimate 2 at a, 1 at b.
        let mean = log10(plain.concentration + 1)
        let share = 2 - mean
        let expected = mean + 0.5 * (own - (1 + 2 * share))
        // Birch has a small lift only near the high class, which the mean does not reach without the model.
        #expect(abs(log10(moved.concentration + 1) - expected) < 0.05)
        #expect(moved.basis == .measured && moved.nearest?.station.rawValue == "b")
        #expect(moved.model == Self.source && plain.model == nil)
    }

    @Test func `far from stations the model stands alone, is called modelled, and elsewhere all is unknown`()
        throws
    {
        let field = field([sample("a", 9.95, 47.95, 99)], try grid { _ in 249 })
        let alone = try #require(field.estimate(at: try at(6.5, 46.5)))
        #expect(abs(alone.concentration - 249) < 0.01)
        #expect(alone.basis == .modelled && alone.nearest == nil && alone.distance == nil)
        #expect(alone.day == day && alone.confidence == FieldModel.confidence)
        #expect(field.estimate(at: try at(0, 40)) == nil)
        // In reach of the station but outside the grid, the stations speak as without it.
        let outside = try at(10.5, 47.95)
        #expect(
            field.estimate(at: outside)
                == self.field([sample("a", 9.95, 47.95, 99)], nil).estimate(at: outside))
    }

    @Test func `at a station its own reading stays`() throws {
        let field = field(stations, try grid { _ in 999 })
        let here = try #require(field.estimate(at: stations[0].position))
        #expect(here.concentration == 99 && here.basis == .measured)
    }

    @Test func `a model that is the same everywhere moves nothing near the stations`() throws {
        let place = try at(7.8, 47.05)
        let plain = try #require(field(stations, nil).estimate(at: place))
        let moved = try #require(field(stations, try grid { _ in 999 }).estimate(at: place))
        #expect(abs(plain.concentration - moved.concentration) < 0.01)
    }

    @Test func `the estimate passes into the model's own value where the reach ends`() throws {
        let field = field([sample("a", 6.05, 47.05, 9)], try grid { _ in 999 }, slope: 0)
        var last = 0.0
        for step in 0...40 {
            let estimate = try #require(field.estimate(at: try at(6.1 + Double(step) * 0.06, 47.05)))
            let logarithm = log10(estimate.concentration + 1)
            #expect(logarithm >= last - 1e-6 && logarithm - last < (step == 0 ? 1.1 : 0.6))
            last = logarithm
        }
        #expect(abs(last - 3) < 1e-4)
    }

    @Test(arguments: [6, 8, 10])
    func `tiles show the estimates, striped where the model stands alone`(zoom: Int) throws {
        let grid = try grid { cell in Double((cell.column * 7 + cell.row * 13) % 300) }
        let field = field(stations, grid)
        let address = TileAddress(holding: try at(7.4, 46.9), zoom: zoom)
        try expectEstimates(of: field, in: address)
        // Without any station in reach there is a tile all the same, and all of it is marked.
        let alone = try #require(FieldTile(self.field([], grid), tile: address, scale: 1))
        #expect(alone.nodes.hasMarks)
        #expect(FieldTile(self.field([], nil), tile: address, scale: 1) == nil)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `without a model nothing changes, to the bit`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = randomSamples(
            40, longitudes: 6...9, latitudes: 46...48, oldest: 3, using: &generator)
        let (plain, beside) = (
            field(samples, nil),
            // A model far away covers neither the stations nor the tile.
            field(samples, ModelGrid(Self.source, [(ModelCell(column: 900, row: 0), 5)]))
        )
        let address = TileAddress(holding: try at(7.5, 47), zoom: 8)
        let tiles = try [plain, beside].map { try #require(FieldTile($0, tile: address, scale: 1)) }
        var bands = (FieldBand(), FieldBand())
        for number in 0..<tiles[0].bands {
            tiles[0].read(band: number, into: &bands.0)
            tiles[1].read(band: number, into: &bands.1)
            #expect(bands.0.grades == bands.1.grades && bands.0.confidences == bands.1.confidences)
        }
        #expect(
            plain.records(reaching: address.fieldBounds) == beside.records(reaching: address.fieldBounds))
    }

    @Test func `the records of a box change with the model's values and its slope`() throws {
        let address = TileAddress(holding: try at(7.5, 47), zoom: 8)
        let fields = [
            field(stations, nil), field(stations, try grid { _ in 9 }),
            field(stations, try grid { $0.row == 470 && $0.column == 80 ? 10 : 9 }),
            field(stations, try grid { _ in 9 }, slope: 0.25),
        ]
        #expect(Set(fields.map { $0.records(reaching: address.fieldBounds) }).count == 4)
    }

    @Test func `a grid is interpolated between four centres, and is the cell's value at its edge`() throws {
        let grid = try grid { pow(10, Double($0.column - 60) / 10) - 1 }
        #expect(abs(try #require(grid.logarithm(at: try at(7.05, 47.05))) - 1) < 1e-5)
        #expect(abs(try #require(grid.logarithm(at: try at(7.10, 47.02))) - 1.05) < 1e-5)
        #expect(abs(try #require(grid.logarithm(at: try at(6.01, 47.02))) - 0) < 1e-5)
        #expect(grid.logarithm(at: try at(5.99, 47.02)) == nil)
        #expect(grid.logarithm(at: try at(7, 48.01)) == nil)
    }

    @Test func `the edge of a cell belongs to the cell in the east and north`() throws {
        // In binary, 0.3 / 0.1 is 2.9999999999999996.
        let cell = ModelCell(around: try at(0.3, 0.3), degrees: 0.1)
        #expect(cell == ModelCell(column: 3, row: 3))
        let grid = try #require(ModelGrid(Self.source, [(cell, 9)]))
        #expect(grid.logarithm(at: try at(0.3, 0.3)) == 1)
        #expect(grid.logarithm(at: try at(0.2999, 0.3)) == nil)
        #expect(ModelCell(around: try at(-0.3, -0.7), degrees: 0.1) == ModelCell(column: -3, row: -7))
    }
}

@Suite struct ModelSlopeTests {
    /// Stations whose logarithms follow the model by a share, with noise.
    private func slope(_ share: Double, noise: Double, days: Int, contradicting: Bool = false) -> Double {
        var numbers = SeededGenerator(seed: 11)
        var slope = ModelSlope()
        for day in 0..<days {
            let own = contradicting && day / ModelSlope.span % 2 == 1 ? -share : share
            for _ in 0..<14 {
                let model = Double.random(in: -1...1, using: &numbers)
                slope.learn(
                    surplus: own * model + Double.random(in: -noise...noise, using: &numbers),
                    modelSurplus: model, on: CivilDate(daysSinceEpoch: 18_000 + day))
            }
        }
        return slope.value
    }

    @Test func `a share that all days show is found, and hardly shrunk`() {
        #expect(abs(slope(0.45, noise: 0.3, days: 100) - 0.45) < 0.05)
        #expect(slope(1, noise: 0, days: 40) == 1)
    }

    @Test func `where the evidence is thin or contradicts itself, the model has no say`() {
        #expect(slope(0.5, noise: 0.3, days: 10) == 0, "a single block")
        #expect(slope(0.3, noise: 0.1, days: 40, contradicting: true) < 0.05)
        #expect(slope(-0.5, noise: 0.1, days: 100) == 0, "the model is upside down")
        #expect(slope(0, noise: 0.5, days: 100) < 0.05)
    }
}
