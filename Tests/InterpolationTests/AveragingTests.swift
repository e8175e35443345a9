import Allergens
import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation

@Suite struct AveragingTests {
    private func field(_ name: String, _ samples: [DayValue]) throws -> IntensityField {
        let allergen = try #require(Taxonomy.standard[Allergen.ID(rawValue: name)])
        return IntensityField(
            allergen: allergen, bounds: try #require(Scale.standard(for: allergen)).bounds,
            day: CivilDate(daysSinceEpoch: 18_360), samples: samples)
    }

    @Test(arguments: ["alder", "birch", "grass", "hazel", "ash"])
    func `tiles and single places agree for every kind of averaging`(allergen: String) throws {
        var generator = SeededGenerator(seed: 7)
        let samples = randomSamples(150, longitudes: 4...12, latitudes: 44...50, using: &generator)
        let field = try field(allergen, samples)
        let tile = TileAddress(holding: try #require(Coordinate(longitude: 8, latitude: 47)), zoom: 7)
        let lattice = Lattice(tile, reach: field.reach)
        let nodes = NodeGrid(lattice, field: field, ranks: field.index.ranks(reaching: tile.fieldBounds))
        let size = Double(1 << tile.zoom) * Double(lattice.cells)
        for row in 0..<lattice.cells {
            for column in 0..<lattice.cells {
                let x = Double(tile.column * lattice.cells + column) / size
                let y = Double(tile.row * lattice.cells + row) / size
                let place = try #require(
                    Coordinate(longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: y)))
                let estimate = try #require(field.estimate(at: place))
                let grade = Grade.of(estimate.concentration, within: field.bounds)
                #expect(abs(nodes[column, row].grade - grade) < 0.01)
            }
        }
    }

    @Test func `between stations that disagree alder rises above the mean of the logarithms`() throws {
        let field = try field("alder", [sample("west", 7, 47, 9), sample("east", 8, 47, 999)])
        let middle = try #require(Coordinate(longitude: 7.5, latitude: 47))
        let concentration = try #require(field.estimate(at: middle)).concentration
        #expect(concentration > 200)
        #expect(concentration < 999)
    }

    @Test func `nothing is added between stations that agree`() throws {
        let field = try field("alder", [sample("west", 7, 47, 60), sample("east", 8, 47, 60)])
        let middle = try #require(Coordinate(longitude: 7.5, latitude: 47))
        #expect(abs(try #require(field.estimate(at: middle)).concentration - 60) < 1e-6)
    }

    @Test func `next to a station the estimate is almost its reading`() throws {
        let field = try field("alder", [sample("west", 7, 47, 60), sample("east", 7.3, 47, 0)])
        let near = try #require(Coordinate(longitude: 7.001, latitude: 47))
        #expect(abs(try #require(field.estimate(at: near)).concentration - 60) < 1)
    }
}
