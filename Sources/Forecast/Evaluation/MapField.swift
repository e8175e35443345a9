package import Allergens
package import Geography
import Interpolation
package import Observations

/// The field behind the tiles, with its reach: beyond the reach nothing is known.
package struct MapField: Interpolator {
    package let name = "the map"
    private let allergen: Allergen
    private let bounds: LevelBounds

    package init(of allergen: Allergen, bounds: LevelBounds) {
        self.allergen = allergen
        self.bounds = bounds
    }

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        guard let day = samples.first?.day else { return nil }
        let field = IntensityField(allergen: allergen, bounds: bounds, day: day, samples: samples)
        return field.estimate(at: position)?.concentration
    }
}
