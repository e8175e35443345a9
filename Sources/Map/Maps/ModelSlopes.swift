package import Allergens
import Interpolation
package import Observations

/// Supplies the grids of numerical models.
package protocol ModelGridSource: Sendable {
    /// The grid of an allergen on a day, or `nil` where none is known.
    func modelGrid(of allergen: Allergen.ID, on day: CivilDate) async throws -> ModelGrid?
    /// The days of a span for which there is a grid, in order.
    func gridDays(of allergen: Allergen.ID, in days: ClosedRange<CivilDate>) async throws -> [CivilDate]
}

/// Learns and keeps how far the map follows a model, for each allergen and block of ten days.
///
/// Before there is a past, the slope is 0, and the model speaks only where no station reaches.
final class ModelSlopes: Sendable {
    /// The most days that it learns from, evenly spaced.
    ///
    /// With 2,000 stations a day takes some 20 ms.
    private static let mostDays = 60

    private let values: any DayValueSource
    private let grids: any ModelGridSource
    private let learned = LearnedByBlock<Double>()

    init(values: any DayValueSource, grids: any ModelGridSource) {
        self.values = values
        self.grids = grids
    }

    /// The model beneath the field of a day, or `nil` where there is none.
    ///
    /// What the model adds is learned beside the ground that the field has.
    func model(
        of allergen: Allergen, bounds: LevelBounds, on day: CivilDate, beside terrain: FieldTerrain?
    ) async throws -> FieldModel? {
        guard let grid = try await grids.modelGrid(of: allergen.id, on: day) else { return nil }
        let slope = try await learned.value(of: allergen.id, on: day) { span in
            try await share(of: allergen, bounds: bounds, in: span, beside: terrain)
        }
        return FieldModel(grid: grid, slope: slope)
    }

    private func share(
        of allergen: Allergen, bounds: LevelBounds, in span: ClosedRange<CivilDate>,
        beside terrain: FieldTerrain?
    ) async throws -> Double {
        var slope = ModelSlope()
        for day in try await grids.gridDays(of: allergen.id, in: span).thinned(to: Self.mostDays) {
            guard let grid = try await grids.modelGrid(of: allergen.id, on: day) else { continue }
            // Simulated stations teach nothing about the air.
            let samples = try await values.newestValues(of: allergen.id, in: day...day)
                .filter { $0.basis == .measured }
            slope.learn(
                from: IntensityField(
                    allergen: allergen, bounds: bounds, day: day, samples: samples,
                    model: FieldModel(grid: grid, slope: 0), terrain: terrain))
        }
        return slope.value
    }

    func note(_ changed: [Allergen.ID: Set<CivilDate>]) { learned.note(changed) }

    func noteEverything() { learned.noteEverything() }
}
