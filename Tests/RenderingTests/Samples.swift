import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import SeededTesting

let day = CivilDate(daysSinceEpoch: 18_360)

func sample(_ station: String, _ longitude: Double, _ latitude: Double, _ concentration: Double) -> DayValue {
    DayValue(
        station: Station.ID(rawValue: station)!,
        position: Coordinate(longitude: longitude, latitude: latitude)!,
        allergen: Allergen.ID(rawValue: "birch"), day: day, value: concentration,
        basis: .measured)
}

func field(_ allergen: String, _ samples: [DayValue]) -> IntensityField {
    let allergen = Taxonomy.standard[Allergen.ID(rawValue: allergen)]!
    return IntensityField(
        allergen: allergen, bounds: Scale.standard(for: allergen)!.bounds, day: day, samples: samples)
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
