import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import SeededTesting

/// A birch sample; each test names only what matters to it.
func sample(
    _ station: String, _ longitude: Double, _ latitude: Double, _ concentration: Double, age: Int = 0,
    basis: Basis = .measured, altitude: Double? = nil
) -> DayValue {
    DayValue(
        station: Station.ID(rawValue: station)!,
        position: Coordinate(longitude: longitude, latitude: latitude)!, altitude: altitude,
        allergen: Allergen.ID(rawValue: "birch"), day: CivilDate(daysSinceEpoch: 18_360 - age),
        value: concentration, basis: basis)
}

func birchField(_ samples: [DayValue]) -> IntensityField {
    let birch = Taxonomy.standard[Allergen.ID(rawValue: "birch")]!
    return IntensityField(
        allergen: birch, bounds: Scale.standard(for: birch)!.bounds, day: CivilDate(daysSinceEpoch: 18_360),
        samples: samples)
}

func randomSamples(
    _ count: Int, longitudes: ClosedRange<Double>, latitudes: ClosedRange<Double>,
    oldest: Int = 0, using generator: inout SeededGenerator
) -> [DayValue] {
    (0..<count).map { number in
        let concentration = pow(10, Double.random(in: -1...3.2, using: &generator)).rounded()
        return sample(
            "s\(number)", .random(in: longitudes, using: &generator),
            .random(in: latitudes, using: &generator), concentration,
            age: oldest > 0 ? Int.random(in: 0...oldest, using: &generator) : 0)
    }
}

/// The field by its definition: every station, no index, no shortcuts.
func slowEstimate(_ samples: [DayValue], at position: Coordinate) -> (
    concentration: Double, confidence: Double
)? {
    // Birch: softened over 50 km, raised by a tenth of the standard deviation between 11 and 70 grains.
    let (softening, pull) = (squared(50), squared(50) / 16)
    var sum = 0.0
    var squares = 0.0
    var weights = 0.0
    var nearest = 4.0
    var confidence = 0.0
    for sample in samples {
        let exact = UnitVector(position).squaredChord(to: UnitVector(sample.position))
        let chord = max(exact, squared(0.001))
        let age = 18_360 - sample.day.daysSinceEpoch
        guard exact < squared(150), age < 4 else { continue }
        let freshness = 1 - Double(age) / 4
        nearest = min(nearest, exact)
        let kilometres = Earth.distance(ofSquaredChord: exact) / 1_000
        confidence = max(confidence, freshness * min(1, (150 - kilometres) / 120))
        let company = samples.count {
            UnitVector($0.position).squaredChord(to: UnitVector(sample.position)) < squared(150)
        }
        let crowding = 1.4 * 1.4 * Double(max(company - 15, 0)) / 8 / squared(150)
        let taper = max(0, 1 - pow(chord / squared(150), 4))
        let weight =
            freshness * taper * (chord + pull) / (chord * (chord + softening))
            / (1 + pow(chord * crowding, 8))
        let logarithm = log10(sample.value + 1)
        weights += weight
        sum += weight * logarithm
        squares += weight * logarithm * logarithm
    }
    guard weights > 0 else { return nil }
    let mean = sum / weights
    let variance = max(squares / weights - mean * mean, 0)
    let deviation = variance / (variance + 0.02).squareRoot()
    let ramp = min(max((mean - log10(11.5)) / (log10(70.5) - log10(11.5)), 0), 1)
    let lift = 0.1 * deviation * ramp * nearest / (nearest + squared(10))
    return (pow(10, mean + lift) - 1, confidence)
}

/// The squared chord of a distance in kilometres.
private func squared(_ kilometres: Double) -> Double {
    Earth.squaredChord(ofDistance: kilometres * 1_000)
}
