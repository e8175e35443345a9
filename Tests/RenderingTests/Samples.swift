import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import SeededTesting
import Testing

let day = CivilDate(daysSinceEpoch: 18_360)

func sample(_ station: String, _ longitude: Double, _ latitude: Double, _ concentration: Double) -> DayValue {
    DayValue(
        station: Station.ID(rawValue: station)!,
        position: Coordinate(longitude: longitude, latitude: latitude)!,
        allergen: Allergen.ID(rawValue: "birch"), day: day, value: concentration,
        basis: .measured)
}

func field(
    _ allergen: String, _ samples: [DayValue], model: FieldModel? = nil, terrain: FieldTerrain? = nil
) -> IntensityField {
    let allergen = Taxonomy.standard[Allergen.ID(rawValue: allergen)]!
    return IntensityField(
        allergen: allergen, bounds: Scale.standard(for: allergen)!.bounds, day: day, samples: samples,
        model: model, terrain: terrain)
}

/// A model from 0° to 9° E and 40° to 52° N that is followed by half.
func westernModel() throws -> FieldModel {
    let cells = (80..<104).flatMap { row in
        (0..<18).map { (ModelCell(column: $0, row: row), Double(5 + ($0 * 37 + row * 91) % 400)) }
    }
    let source = GridSource(name: "model", degrees: 0.5, attribution: nil)
    return FieldModel(grid: try #require(ModelGrid(source, cells)), slope: 0.5)
}

/// Ground that rises from 0 m at 48° N to 2,000 m at 44° N, with half a decade less for each kilometre.
func southernRise() throws -> FieldTerrain {
    let header = Array("TERRAIN1".utf8) + [4, 0, 180, 0, 0, 0, 100, 0]
    let rows = (0..<180).flatMap { row in [UInt8](repeating: UInt8(min(max(row - 42, 0) * 5, 20)), count: 4) }
    return try #require(
        FieldTerrain(
            try Terrain(header + rows), trend: TerrainTrend(slope: -0.0005, altitudes: 0...2_000)))
}

/// Fictitious stations around the Alps.
func alpineSamples(_ count: Int, seed: UInt64) -> [DayValue] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
        let concentration = pow(10, Double.random(in: 0...2.9, using: &generator)).rounded() - 1
        return sample(
            "s\(number)", .random(in: 4...14, using: &generator), .random(in: 43...50, using: &generator),
            concentration)
    }
}

func catalogue() throws -> LayerCatalogue {
    try LayerCatalogue(directory: repository.appending(path: "tiles"))
}

func tile(_ zoom: Int, over longitude: Double, _ latitude: Double) -> TileAddress {
    TileAddress(holding: Coordinate(longitude: longitude, latitude: latitude)!, zoom: zoom)
}
