import Allergens
import Foundation
import Geography
import Interpolation
import SeededTesting

/// A birch sample; each test names only what matters to it.
func sample(_ station: String, _ longitude: Double, _ latitude: Double, _ concentration: Double) -> DayValue {
    DayValue(
        station: Station.ID(rawValue: station)!,
        position: Coordinate(longitude: longitude, latitude: latitude)!,
        allergen: Allergen.ID(rawValue: "birch"), day: CivilDate(daysSinceEpoch: 18_360),
        value: concentration,
        basis: .measured)
}

func birchField(_ samples: [DayValue]) -> IntensityField {
    let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")]!
    return IntensityField(
        allergen: birch, bounds: Scale.standard(for: birch)!.bounds, day: CivilDate(daysSinceEpoch: 18_360),
        samples: samples)
}

func randomSamples(
    _ count: Int, longitudes: ClosedRange<Double>, latitudes: ClosedRange<Double>,
    using generator: inout SeededGenerator
) -> [DayValue] {
    (0..<count).map { number in
        let concentration = pow(10, Double.random(in: -1...3.2, using: &generator)).rounded()
        return sample(
            "s\(number)", .random(in: longitudes, using: &generator),
            .random(in: latitudes, using: &generator),
            concentration)
    }
}

/// The field by its definition: every station, no index, no shortcuts.
func slowEstimate(_ samples: [DayValue], at position: Coordinate) -> (
    concentration: Double, confidence: Double
)? {
    var sum = 0.0
    var weights = 0.0
    var nearest = Double.infinity
    for sample in samples {
        let chord = UnitVector(position).squaredChord(to: UnitVector(sample.position))
        let distance = Earth.distance(ofSquaredChord: chord)
        nearest = min(nearest, distance)
        let reach = Earth.squaredChord(ofDistance: 150_000)
        let weight = max(0, 1 / max(chord, Earth.squaredChord(ofDistance: 1)) - 1 / reach)
        weights += weight
        sum += weight * log10(sample.value + 1)
    }
    guard weights > 0 else { return nil }
    return (pow(10, sum / weights) - 1, min(1, (150_000 - nearest) / 120_000))
}
